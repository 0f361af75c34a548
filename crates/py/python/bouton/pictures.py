"""Pictures, as notebooks show them and files keep them."""

from __future__ import annotations

from os import PathLike, fspath


class Picture(str):
    """A picture: its SVG as text, which a notebook shows. It is light or dark as its reader prefers."""

    def save(self, path: str | PathLike[str]) -> None:
        """Writes it to an `.svg` file."""
        if not fspath(path).endswith(".svg"):
            raise ValueError(f"{fspath(path)}: expected a name that ends in .svg (python -m bouton draw … -o FILE.png draws a PNG)")
        with open(path, "w", encoding="utf-8") as file:
            file.write(self)

    def _repr_svg_(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        return f"<Picture, {len(self)} characters of SVG>"
