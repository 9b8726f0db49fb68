"""
Pages as on a first visit, quickly: a browser's page is lent to one test after another.

A new context costs more than everything that a test then does, so a page is used again after its
visitor's memory has been cleared: the page keeps nothing but web storage. What would stay behind
is left out or not lent: pages that are used again have no service worker, and tests that put
scripts or listeners into a page open theirs anew.
"""

from __future__ import annotations

from typing import Any

# A document of the server that runs nothing, where storage can be cleared for good.
QUIET = "icon.svg"
NO_WORKER = "delete Navigator.prototype.serviceWorker;"


class Visits:
    """The visits of a browser to a server: pages that are lent, and what they complained about."""

    def __init__(self, browser: Any, address: str) -> None:
        self._browser = browser
        self._address = address
        self._free: dict[frozenset[tuple[str, Any]], list[Any]] = {}
        self._lent: list[tuple[frozenset[tuple[str, Any]], Any]] = []
        self._anew: list[Any] = []
        self.complaints: list[str] = []

    def open(self, where: str = "", *, width: int = 1280, height: int = 860, **options: Any) -> Any:
        """Open an address with empty storage, in a page that others have used before."""
        if "://" in where and not where.startswith(self._address):
            return self.open_anew(where, width=width, height=height, **options)
        key = frozenset(options.items())
        size = {"width": width, "height": height}
        if free := self._free.get(key):
            page = free.pop()
            page.set_viewport_size(size)
        else:
            page = self._make(size, options)
            page.context.add_init_script(NO_WORKER)
        self._lent.append((key, page))
        return self._go(page, where)

    def open_anew(
        self, where: str = "", *, width: int = 1280, height: int = 860, **options: Any
    ) -> Any:
        """Open an address in a context of its own, which ends with the test."""
        page = self._make({"width": width, "height": height}, options)
        self._anew.append(page)
        return self._go(page, where)

    def end_test(self) -> list[str]:
        """Take back what was lent, close the rest; return what the pages complained about."""
        for key, page in self._lent:
            if self._is_as_new(page):
                self._free.setdefault(key, []).append(page)
            else:
                page.context.close()
        for page in self._anew:
            page.context.close()
        self._lent, self._anew = [], []
        complaints, self.complaints = self.complaints, []
        return complaints

    def _make(self, size: dict[str, int], options: dict[str, Any]) -> Any:
        context = self._browser.new_context(viewport=size, **options)
        context.set_default_timeout(15_000)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._note)
        return page

    def _note(self, message: Any) -> None:
        # The quiet document names no icon; the page does.
        is_icon = message.location["url"] == self._address + "favicon.ico"
        if message.type in ("error", "warning") and not is_icon:
            self.complaints.append(message.text)

    def _go(self, page: Any, where: str) -> Any:
        page.goto(where if "://" in where else self._address + where)
        page.wait_for_selector("main[data-ready]", timeout=20_000)
        return page

    def _is_as_new(self, page: Any) -> bool:
        """Forget what happened in a page; False where it cannot be used again."""
        from playwright.sync_api import Error

        try:
            for other in page.context.pages:
                if other is not page:
                    other.close()
            page.goto(self._address + QUIET)
            page.mouse.move(-10, -10)
            page.evaluate("localStorage.clear(); sessionStorage.clear();")
        except Error:  # closed, or it hangs
            return False
        return True
