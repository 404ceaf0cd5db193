"""Shapes of SVG documents as text, without ids, so that many documents fit one page."""

from collections.abc import Iterable


def circle(x: float, y: float, radius: float, fill: str, more: str = "") -> str:
    """A disc."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"{more}/>'


def oval(x: float, y: float, wide: float, high: float, fill: str, more: str = "") -> str:
    """An ellipse by its two radii."""
    return f'<ellipse cx="{x:g}" cy="{y:g}" rx="{wide:g}" ry="{high:g}" fill="{fill}"{more}/>'


def box(x: float, y: float, wide: float, high: float, fill: str, more: str = "") -> str:
    """A rectangle by its upper left corner and its size."""
    return f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" fill="{fill}"{more}/>'


def round_box(x: float, y: float, wide: float, high: float, radius: float, fill: str) -> str:
    """A rectangle with round corners."""
    return box(x, y, wide, high, fill, f' rx="{radius:g}"')


def area(outline: str, fill: str, more: str = "") -> str:
    """A filled path."""
    return f'<path d="{outline}" fill="{fill}"{more}/>'


def line(way: str, stroke: str, width: float, more: str = "") -> str:
    """A drawn path."""
    return f'<path d="{way}" stroke="{stroke}" stroke-width="{width:g}"{more}/>'


def sign(text: object, size: float, fill: str, x: float = 0, y: float = 0) -> str:
    """A letter or number centred on a point."""
    return (
        f'<text x="{x:g}" y="{y + size * 0.36:g}" font-size="{size:g}" fill="{fill}">{text}</text>'
    )


def group(kind: str, x: float, y: float, shapes: str, scale: float = 1, quarters: int = 0) -> str:
    """Shapes of one thing, moved to a point, turned clockwise and made larger."""
    placed = f"translate({x:g} {y:g})"
    placed += f" rotate({90 * quarters})" if quarters else ""
    placed += f" scale({scale:g})" if scale != 1 else ""
    return f'<g class="{kind}" transform="{placed}">{shapes}</g>'


def faint(opacity: float, shapes: str) -> str:
    """Shapes that let through what is under them."""
    return f'<g opacity="{opacity:g}">{shapes}</g>'


def document(title: str, told: Iterable[str], wide: int, high: int, shapes: Iterable[str]) -> str:
    """A whole picture, with all that is to be seen on it in words."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img"'
        ' font-family="Verdana, DejaVu Sans, sans-serif" font-weight="bold" text-anchor="middle"'
        ' fill="none" stroke-linejoin="round" stroke-linecap="round">'
        f"<title>{title}</title>"
        f"<desc>{'. '.join(told)}.</desc>"
        f"{''.join(shapes)}</svg>\n"
    )
