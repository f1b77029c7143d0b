# SPDX-License-Identifier: Apache-2.0
"""The report in a browser: plots are saved as pictures, and it fits a phone."""

from __future__ import annotations

import base64
import struct

import pytest
from shown_kit import shown

PNG = b"\x89PNG\r\n\x1a\n"


def test_a_button_saves_each_plot_as_a_picture_of_what_is_seen(made, browser, tmp_path):
    file = tmp_path / "report.html"
    file.write_text(shown(made), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1000, "height": 800}, color_scheme="light")
    page.goto(file.as_uri())
    names = page.eval_on_selector_all("figure", "all => all.map((figure) => figure.dataset.name)")
    assert names == ["throughput", "goodput", "evs", "queues"]
    for name in names:
        with page.expect_download() as download:
            page.click(f"figure[data-name={name}] button.save")
        assert download.value.suggested_filename == f"{name}.png"
        picture = tmp_path / f"{name}.png"
        download.value.save_as(picture)
        data = picture.read_bytes()
        box = page.locator(f"figure[data-name={name}] svg:visible").first.bounding_box()
        assert data[:8] == PNG
        assert struct.unpack_from("!II", data, 16) == (int(2 * box["width"]), int(2 * box["height"]))
        assert _colours(page, picture) > 20, "curves and letters, not an empty sheet"


def _colours(page, picture):
    """How many colours a picture has."""
    return page.evaluate(
        """async (data) => {
          const image = new Image();
          image.src = "data:image/png;base64," + data;
          await image.decode();
          const canvas = document.createElement("canvas");
          [canvas.width, canvas.height] = [image.width, image.height];
          const brush = canvas.getContext("2d");
          brush.drawImage(image, 0, 0);
          return new Set(new Uint32Array(brush.getImageData(0, 0, image.width, image.height).data.buffer)).size;
        }""",
        base64.b64encode(picture.read_bytes()).decode(),
    )


@pytest.mark.parametrize("width", [1280, 400])
def test_it_fits(made, browser, tmp_path, width):
    file = tmp_path / "report.html"
    file.write_text(shown(made), encoding="utf-8")
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.goto(file.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
