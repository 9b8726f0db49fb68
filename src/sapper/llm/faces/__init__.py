"""
The faces of `sapper.llm` to frameworks and protocols, each thin.

| module | face | needs |
|---|---|---|
| `table` | a game played by tools, without a protocol | nothing |
| `mcp_server` | Model Context Protocol on standard input and output | the extra ``llm`` |
| `openenv` | an OpenEnv server, and its client | ``web``; the client ``openenv`` |
| `text_env` | the Gymnasium environment played by text | ``env`` |
| `inspect_tasks` | tasks of Inspect | ``inspect-ai`` |
| `reasoning` | a dataset of Reasoning Gym | ``reasoning-gym`` |

Packages of their own lie in ``environments/``: the taskset for verifiers, and OpenEnv's.
"""
