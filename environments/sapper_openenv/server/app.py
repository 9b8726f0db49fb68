"""The app that OpenEnv starts; `sapper llm serve` starts the same one."""

import uvicorn

from sapper.llm.faces.openenv import make_app

app = make_app()


def main() -> None:
    """Serve on the port of openenv.yaml."""
    uvicorn.run(app, host="0.0.0.0", port=8000, lifespan="off", ws_per_message_deflate=False)


if __name__ == "__main__":
    main()
