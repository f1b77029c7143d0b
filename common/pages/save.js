// SPDX-License-Identifier: Apache-2.0
// A button at each figure that saves the plot as it is seen, as a PNG file at twice its size.
{
  const style = document.querySelector("style").textContent;
  const seen = (figure) => [...figure.querySelectorAll("svg")].find((svg) => svg.getBoundingClientRect().width > 0);

  /** The SVG as a file of its own: with the page's style, so that its colours and letters are those of the page. */
  function standalone(svg, { width, height }) {
    const copy = svg.cloneNode(true);
    const own = document.createElementNS("http://www.w3.org/2000/svg", "style");
    own.textContent = style;
    copy.prepend(own);
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    copy.setAttribute("width", width);
    copy.setAttribute("height", height);
    copy.style.fontFamily = getComputedStyle(svg).fontFamily;
    return URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" }));
  }

  async function png(svg) {
    const box = svg.getBoundingClientRect();
    const picture = new Image();
    const address = standalone(svg, box);
    picture.src = address;
    await picture.decode();
    URL.revokeObjectURL(address);
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [2 * box.width, 2 * box.height];
    const brush = canvas.getContext("2d");
    brush.fillStyle = getComputedStyle(document.body).backgroundColor;
    brush.fillRect(0, 0, canvas.width, canvas.height);
    brush.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return new Promise((done) => canvas.toBlob(done, "image/png"));
  }

  for (const figure of document.querySelectorAll("figure")) {
    const button = document.createElement("button");
    [button.type, button.className, button.textContent] = ["button", "save", "PNG"];
    button.title = "Save this plot as a PNG file";
    button.addEventListener("click", async () => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await png(seen(figure)));
      link.download = `${figure.dataset.name || "plot"}.png`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
    figure.append(button);
  }
}
