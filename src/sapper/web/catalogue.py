"""
The agents as data that the page's engine can play.

Every registered agent whose parts are all native is compiled to names and options;
the page hands them to the same core in WebAssembly. An agent with a part written in
Python, or with a table of megabytes, cannot run in a browser: the page names it and says
why.
"""

from __future__ import annotations

from typing import Any

from sapper.agents import Agent, load_agent
from sapper.agents.protocols import NativePart, NativeWrapper, part_name
from sapper.agents.registry import agent_ids, find_entry

PartData = dict[str, Any]


def list_agents() -> list[dict[str, Any]]:
    """Return every agent that the browser can play, in order of id."""
    compiled = ((agent_id, compile_for_page(load_agent(agent_id))) for agent_id in agent_ids())
    return [{**_describe(agent_id), **data} for agent_id, data in compiled if data is not None]


def page_agents() -> list[dict[str, Any]]:
    """Return what the page lists: agents to play, then those it cannot play with ``why_not``."""
    left_out = [
        {**_describe(agent_id), "why_not": why_not(load_agent(agent_id))}
        for agent_id in agent_ids()
        if compile_for_page(load_agent(agent_id)) is None
    ]
    return [*list_agents(), *left_out]


def _describe(agent_id: str) -> dict[str, Any]:
    entry = find_entry(agent_id)
    return {"id": agent_id, "summary": entry.summary, "source": entry.source}


def why_not(agent: Agent) -> str:
    """Explain in a sentence why a browser cannot play an agent."""
    parts = [part for part in (agent.opener, *agent.deducers, agent.guesser) if part is not None]
    for part in parts:
        if not isinstance(part, NativePart):
            return f"its part {part_name(part)} is written in Python, which a browser does not have"
    return "it needs a database of a megabyte or more, which this page does not carry"


def compile_for_page(agent: Agent) -> dict[str, Any] | None:
    """Return an agent's parts as data, or None if one of them is not native."""
    deducers = [_compile_deducer(part) for part in agent.deducers]
    parts = [_compile_part(part) for part in (agent.opener, agent.guesser) if part is not None]
    if None in deducers or None in parts:
        return None
    return {
        "opener": agent.opener and _compile_part(agent.opener),
        "deducers": [
            {**(part or {}), "label": name}
            for part, name in zip(deducers, agent.deducer_names, strict=True)
        ],
        "guesser": agent.guesser and _compile_part(agent.guesser),
        "flags": agent.flags,
    }


def _compile_part(part: object) -> PartData | None:
    if not isinstance(part, NativePart):
        return None
    spec = part.native_spec()
    options = {name: _compile_option(value) for name, value in spec.options.items()}
    if None in options.values():
        return None
    return {"label": part_name(part), "name": spec.name, "options": options}


def _compile_deducer(part: object) -> PartData | None:
    compiled = _compile_part(part)
    if compiled is None or not isinstance(part, NativeWrapper):
        return compiled
    inner = _compile_deducer(part.deducer)
    return None if inner is None else {**compiled, "inner": inner}


def _compile_option(value: object) -> tuple[str, str] | None:
    """Write a value as text after its type; numbers cross JSON and JavaScript unchanged."""
    if isinstance(value, str):
        return "text", value
    if isinstance(value, float):
        return "real", repr(value)
    return ("whole", str(int(value))) if isinstance(value, int) else None
