"""The description of the interface as one plain page: no script, and nothing from elsewhere."""

from collections.abc import Iterator
from html import escape
from typing import Any

from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin

REFUSALS = (
    "Every refusal is a Problem, with a status from 400 on. Browsers report such a status as an"
    " error of the page; so to a request with the header algorally-refusals: in-body, what would"
    " have a status below 500 is answered with 200, the Problem and the header algorally-refused,"
    " which holds the status."
)
HEAD = """<!doctype html><html lang=en><meta charset=utf-8><title>Algorally: the interface</title>
<meta name=viewport content="width=device-width">
<style>body{max-width:50rem;margin:auto;padding:1rem;font-family:sans-serif;line-height:1.4}
dt{margin-top:.5rem}code{background:#8882}</style>
<h1>What can be asked of this server</h1>
<p>For programs: <a href=/api/docs/openapi.json>openapi.json</a>. A table is
followed over its WebSocket, <code>/api/tables/{table}/socket</code>.</p>"""


class PlainPage(OpenAPIRenderPlugin):
    """All operations and all structs."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The page."""
        told = f"<p>{escape(openapi_schema['info']['description'])}</p>"
        return "\n".join(
            [HEAD, told, *_operations(openapi_schema), *_structs(openapi_schema)]
        ).encode()


def _operations(schema: dict[str, Any]) -> Iterator[str]:
    yield "<h2>Operations</h2><dl>"
    for path, methods in sorted(schema["paths"].items()):
        for method, operation in methods.items():
            yield f"<dt id={operation['operationId']}><code>{method.upper()} {escape(path)}</code>"
            yield f"<b>{escape(operation['summary'])}</b></dt>"
            yield f"<dd>{escape(operation['description'])} {_exchange(operation)}</dd>"
    yield "</dl>"


def _exchange(operation: dict[str, Any]) -> str:
    """What goes in and what comes out."""
    inward = [f"{one['name']} ({one['in']})" for one in operation.get("parameters", ())]
    if body := operation.get("requestBody"):
        inward.append(_content(body))
    answers = operation["responses"]
    good = [_content(answer) for status, answer in answers.items() if status < "300"]
    bad = [status for status in answers if status >= "300"]
    return (
        f"<br>Takes {', '.join(inward) or 'nothing'}; gives {', '.join(good)}."
        f" Refusals: {', '.join(bad)}."
    )


def _content(body: dict[str, Any]) -> str:
    return ", ".join(
        f"{_kind(content['schema'])} ({media})" for media, content in body["content"].items()
    )


def _kind(schema: dict[str, Any]) -> str:
    """A type in words."""
    if reference := schema.get("$ref"):
        name = escape(reference.rpartition("/")[2])
        return f"<a href=#{name}>{name}</a>"
    if choices := schema.get("oneOf"):
        return " or ".join(_kind(choice) for choice in choices)
    if schema.get("type") == "array":
        return f"list of {_kind(schema['items'])}"
    if "enum" in schema:
        return " or ".join(escape(repr(value)) for value in schema["enum"])
    return escape(str(schema.get("type", "anything")))


def _structs(schema: dict[str, Any]) -> Iterator[str]:
    yield "<h2>Structs</h2><dl>"
    for name, struct in sorted(schema["components"]["schemas"].items()):
        fields = (f"{key}: {_kind(kind)}" for key, kind in struct.get("properties", {}).items())
        yield f"<dt id={name}><b>{name}</b></dt><dd>{'; '.join(fields)}</dd>"
    yield "</dl>"
