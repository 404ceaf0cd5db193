"""The wire format: everything that clients and the server say to each other.

HTTP bodies are plain structs. Frames on a table's WebSocket carry their `kind`; the client speaks
`ClientFrame`, the server `ServerFrame`. Times are milliseconds since 1970 by the server's clock.
Records of a game travel as their bytes, in base64, and a `patch` says which bytes of a view each
event has changed (see core.patches); `GET /api/games/{name}/records` tells what they mean.
"""
