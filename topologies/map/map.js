// SPDX-License-Identifier: Apache-2.0
// The map: planes as panels of cells, T1s above T0s; a switch, a NIC, a pair and its paths as cards.

const fabric = new Fabric(document_);
const at = (id) => document.getElementById(id);
const canvas = at("map");

// -- where things are, in units of a cell ------------------------------------------------------------------------------

const PER_ROW = Math.min(64, Math.max(fabric.t0s, fabric.t1s, 2));
const T1_ROWS = Math.ceil(fabric.t1s / PER_ROW);
const T0_ROWS = Math.ceil(fabric.t0s / PER_ROW);
const PANEL = { wide: PER_ROW + 2, cells: T1_ROWS + T0_ROWS + 2 };
const NAME_HIGH = 18;  // pixels that the name of a plane needs above its cells
const LEAF = Math.ceil(Math.sqrt(fabric.downlinks));  // NICs of a T0 are a square of so many by so many
const view = { x: 0, y: 0, zoom: 1, columns: 1, head: 2 };  // head: cells of room for the name of a plane

const panelHigh = () => PANEL.cells + view.head;

function panel(plane) {
  const [column, row] = [plane % view.columns, Math.floor(plane / view.columns)];
  return { x: column * PANEL.wide + 1, y: row * panelHigh() + view.head };
}

function cell({ plane, tier, index }) {
  const origin = panel(plane);
  const row = Math.floor(index / PER_ROW) + (tier === "t0" ? T1_ROWS + 1 : 0);
  return { x: origin.x + (index % PER_ROW), y: origin.y + row };
}

/** The switch at a place, and the NIC if the place is on one; null between panels. */
function thingAt(x, y) {
  const [column, row] = [Math.floor(x / PANEL.wide), Math.floor(y / panelHigh())];
  const plane = row * view.columns + column;
  if (column < 0 || column >= view.columns || row < 0 || plane >= fabric.planes) return null;
  const origin = panel(plane);
  const [across, down] = [Math.floor(x - origin.x), Math.floor(y - origin.y)];
  if (across < 0 || across >= PER_ROW) return null;
  const tier = down < T1_ROWS ? "t1" : "t0";
  const index = across + PER_ROW * (tier === "t1" ? down : down - T1_ROWS - 1);
  if (down < 0 || index < 0 || index >= (tier === "t1" ? fabric.t1s : fabric.t0s)) return null;
  if (tier === "t0" && view.zoom > NICS_FROM) {
    const inside = { x: x - origin.x - across, y: (y - origin.y - down - 0.22) / 0.78 };
    const downlink = Math.floor(inside.x * LEAF) + LEAF * Math.floor(inside.y * LEAF);
    if (inside.y >= 0 && downlink < fabric.nicsOf(index)) return { plane, nic: index * fabric.downlinks + downlink };
  }
  return { plane, tier, index };
}

// -- drawing -------------------------------------------------------------------------------------------------------

const NAMES_FROM = 34;  // pixels of a cell from which it has its name
const NICS_FROM = 90;  // and from which a T0 shows its NICs
let pair = null;

const colour = (role) => getComputedStyle(document.documentElement).getPropertyValue(`--${role}`);

function shade(left, all) {
  if (left === all) return "good-fill";
  if (left === 0) return "bad";
  return left / all > 0.75 ? "warn-fill" : "bad-fill";
}

function share(node) {
  return shade(fabric.reaches(node), node.tier === "t0" ? fabric.t1s : fabric.t0s);
}

let waiting = false;
function draw() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => { waiting = false; paint(); });
}

function paint() {
  const ratio = devicePixelRatio || 1;
  const [wide, high] = [canvas.clientWidth, canvas.clientHeight];
  canvas.width = wide * ratio;
  canvas.height = high * ratio;
  const pen = canvas.getContext("2d");
  pen.scale(ratio, ratio);
  const palette = new Map();
  const fill = (role) => {
    if (!palette.has(role)) palette.set(role, colour(role));
    pen.fillStyle = palette.get(role);
  };
  const gap = view.zoom > 6 ? Math.min(2, view.zoom * 0.06) : 0;
  for (let plane = 0; plane < fabric.planes; plane++) {
    const origin = panel(plane);
    const [left, top] = [(origin.x - view.x) * view.zoom, (origin.y - view.y) * view.zoom];
    if (left > wide || top > high || left + PANEL.wide * view.zoom < 0 || top + panelHigh() * view.zoom < 0) continue;
    fill("ink");
    pen.font = `${Math.max(11, Math.min(16, view.zoom * 1.4))}px ${getComputedStyle(document.body).fontFamily}`;
    pen.fillText(`plane ${plane}`, left, top - 4);
    for (const [tier, count] of [["t1", fabric.t1s], ["t0", fabric.t0s]]) {
      for (let index = 0; index < count; index++) {
        const place = cell({ plane, tier, index });
        const [x, y] = [(place.x - view.x) * view.zoom, (place.y - view.y) * view.zoom];
        if (x > wide || y > high || x + view.zoom < 0 || y + view.zoom < 0) continue;
        fill(share({ plane, tier, index }));
        pen.fillRect(x, y, view.zoom - gap, view.zoom - gap);
        if (pair && tier === "t0" && pair.t0s.includes(index)) {
          pen.strokeStyle = colour("accent");
          pen.lineWidth = 2;
          pen.strokeRect(x, y, view.zoom - gap, view.zoom - gap);
        }
        if (view.zoom > NAMES_FROM) {
          fill("ink");
          pen.font = `${Math.min(14, view.zoom * 0.2)}px monospace`;
          pen.fillText(`${tier}-${index}`, x + 3, y + Math.min(15, view.zoom * 0.2));
        }
        if (view.zoom > NICS_FROM && tier === "t0") paintNics(pen, fill, plane, index, x, y);
      }
    }
  }
  canvas.dataset.painted = `${view.zoom.toFixed(2)}`;
  canvas.dataset.nameHigh = `${((panel(0).y - view.y) * view.zoom).toFixed(1)}`;
}

function paintNics(pen, fill, plane, t0, x, y) {
  const side = view.zoom / LEAF;
  for (let downlink = 0; downlink < fabric.nicsOf(t0); downlink++) {
    const number = t0 * fabric.downlinks + downlink;
    const place = { x: x + (downlink % LEAF) * side, y: y + view.zoom * 0.22 + Math.floor(downlink / LEAF) * side * 0.78 };
    fill(fabric.attached(plane, number) ? "panel" : "bad");
    pen.fillRect(place.x + 1, place.y + 1, side - 2, side * 0.78 - 2);
    if (side > 44) {
      fill("ink");
      pen.font = "10px monospace";
      pen.fillText(fabric.nicName(number), place.x + 3, place.y + side * 0.45);
    }
  }
}

function whole() {
  let best = 0;
  for (let columns = 1; columns <= fabric.planes; columns++) {
    const high = canvas.clientHeight / Math.ceil(fabric.planes / columns);
    const zoom = Math.min(canvas.clientWidth / (columns * PANEL.wide), (high - NAME_HIGH) / PANEL.cells);
    if (zoom > best) [best, view.columns] = [zoom, columns];
  }
  Object.assign(view, { x: 0, y: 0, zoom: best, head: NAME_HIGH / best });
  draw();
}

function zoomBy(factor, x = canvas.clientWidth / 2, y = canvas.clientHeight / 2) {
  const zoom = Math.min(900, Math.max(1, view.zoom * factor));
  view.x += x / view.zoom - x / zoom;
  view.y += y / view.zoom - y / zoom;
  view.zoom = zoom;
  draw();
}

function goTo(node) {
  const place = cell(node);
  view.zoom = Math.max(view.zoom, 40);
  view.x = place.x + 0.5 - canvas.clientWidth / 2 / view.zoom;
  view.y = place.y + 0.5 - canvas.clientHeight / 2 / view.zoom;
  draw();
}

// -- cards ---------------------------------------------------------------------------------------------------------

function element(tag, text, attributes = {}) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

const MOST_ROWS = 12;

function showSwitch(node) {
  const name = fabric.switchName(node.plane, node.tier, node.index);
  const card = at("thing");
  card.dataset.name = name;
  at("name").value = name;
  const left = fabric.reaches(node);
  const all = node.tier === "t0" ? `${fabric.t1s} T1s` : `${fabric.t0s} T0s`;
  const gone = fabric.failed.has(name);
  const failing = element("button", gone ? "restore" : "fail", { type: "button", class: "fail" });
  failing.addEventListener("click", () => { toggle(name); showSwitch(node); });
  const wanted = element("input", undefined, { size: 14, placeholder: "uSID, port or name", "aria-label": "entries with" });
  const body = element("tbody");
  const more = element("p", "", { class: "soft small" });
  const list = () => {
    const entries = [...fabric.entries(node)];
    const text = wanted.value.trim().toLowerCase();
    const found = entries.filter((entry) => !text || String(entry.port) === text || entry.match.includes(text)
      || entry.why.toLowerCase().includes(text));
    body.replaceChildren(...found.slice(0, MOST_ROWS).map((entry) => {
      const row = element("tr");
      row.append(element("td", entry.match), element("td", entry.port === null ? entry.action : `port ${entry.port}`),
        element("td", entry.why));
      return row;
    }));
    more.textContent = `${Math.min(MOST_ROWS, found.length)} of ${found.length.toLocaleString("en")} entries`;
  };
  wanted.addEventListener("input", list);
  const table = element("table");
  const head = element("tr");
  head.append(element("th", "destination"), element("th", "goes"), element("th", "why"));
  table.append(head, body);
  card.replaceChildren(element("h2", name),
    element("p", gone ? `gone: ${fabric.loss(name)}` : `reaches ${left} of ${all}; without it ${fabric.loss(name)}`),
    failing, element("h3", "Entries that forward"), wanted, table, more);
  list();
  draw();
}

function showNic(number) {
  const card = at("thing");
  const name = fabric.nicName(number);
  card.dataset.name = name;
  at("name").value = name;
  if (!at("from").value) at("from").value = name;
  else if (at("from").value !== name) at("to").value = name;
  const ports = [];
  for (let plane = 0; plane < fabric.planes; plane++) ports.push(fabric.attached(plane, number));
  const row = element("p");
  ports.forEach((works, plane) => {
    const link = fabric.hostLink(plane, number);
    const button = element("button", `plane ${plane}${works ? "" : " ✗"}`, { type: "button", class: works ? "" : "chip", title: link });
    button.addEventListener("click", () => { toggle(link); showNic(number); });
    row.append(button, " ");
  });
  card.replaceChildren(element("h2", name),
    element("p", `on downlink ${fabric.downlinkOf(number)} of T0 ${fabric.t0Of(number)}; ${ports.filter(Boolean).length} of `
      + `${fabric.planes} ports work. Click a port to fail or restore its link.`), row);
}

function showPair() {
  const [a, b] = ["from", "to"].map((id) => fabric.nicNamed(at(id).value.trim()));
  const said = at("left");
  at("path").replaceChildren();
  if (a === null || b === null || a === b) {
    pair = null;
    at("paths").hidden = true;
    said.textContent = at("from").value || at("to").value
      ? `Two different NICs are wanted, ${fabric.nicName(0)} to ${fabric.nicName(fabric.nics - 1)}.`
      : "Choose two NICs by name, or click them on the map.";
    draw();
    return;
  }
  const rows = fabric.paths(a, b);
  const [left, all] = [rows.flat().filter(Boolean).length, rows.flat().length];
  pair = { a, b, rows, t0s: [fabric.t0Of(a), fabric.t0Of(b)] };
  said.textContent = `${left.toLocaleString("en")} of ${all.toLocaleString("en")} paths left, by plane: `
    + rows.map((row) => row.filter(Boolean).length).join(", ");
  paintPaths();
  draw();
}

const ROW = 14;
function paintPaths() {
  const paths = at("paths");
  paths.hidden = false;
  const columns = pair.rows[0].length;
  const side = Math.max(2, Math.floor(1024 / columns));
  paths.width = side * columns;
  paths.height = ROW * fabric.planes;
  const pen = paths.getContext("2d");
  pair.rows.forEach((row, plane) => row.forEach((works, t1) => {
    pen.fillStyle = colour(works ? "good-fill" : "bad");
    pen.fillRect(t1 * side, plane * ROW, side - (side > 3), ROW - 2);
  }));
}

function showPath(plane, t1) {
  const path = fabric.path(pair.a, pair.b, plane, t1);
  const works = pair.rows[plane][pair.rows[plane].length > 1 ? t1 : 0];
  const list = element("ol");
  path.switches.forEach((name, hop) => {
    const item = element("li", `${name}: shifts ${path.usids[hop].toString(16)} away, then ${path.usids[hop + 1].toString(16)} → `);
    const node = fabric.switchNamed(name);
    const next = fabric.address([path.usids[hop + 1]]) + "/48";
    const entry = [...fabric.entries(node)].find((each) => each.match === next);
    item.append(element("b", `port ${entry.port}`), element("span", `: ${entry.why}`, { class: "soft" }));
    list.append(item);
  });
  const via = path.switches.length > 1 ? `through T1 ${t1}` : "inside one T0";
  at("path").replaceChildren(
    element("p", `Plane ${plane}, ${via}: ${works ? "works" : "is gone"}. ${fabric.nicName(pair.a)} sends to ${path.destination} `
      + `on its port ${plane}.`), list);
}

// -- failures and input -----------------------------------------------------------------------------------------------

function toggle(name) {
  fabric.toggle(name);
  failures();
}

function failures() {
  const chips = [...fabric.failed].map((name) => {
    const chip = element("button", `${name} ✗`, { type: "button", class: "chip", title: "restore" });
    chip.addEventListener("click", () => toggle(name));
    return chip;
  });
  const said = [...fabric.failed].slice(-1).map((name) => element("span", `${name} is gone: ${fabric.loss(name)}.`));
  at("failures").replaceChildren(...(chips.length ? [...chips, ...said] : ["Nothing has failed."]));
  if (pair) showPair();
  draw();
}

function say(text) {
  at("message").textContent = text;
  at("message").hidden = !text;
}

/** The switch, link or NIC that is written in the field; null and a message if there is none. */
function named() {
  const text = at("name").value.trim();
  const node = fabric.switchNamed(text);
  const nic = fabric.nicNamed(text);
  const link = fabric.linkNamed(text);
  if (node || nic !== null || link) return say(""), { node, nic, link, text };
  const last = fabric.switchName(fabric.planes - 1, "t0", fabric.t0s - 1);
  say(`no switch, link or NIC named '${text}'; accepted: p0-t0-0 .. ${last}, p0-t1-0 .., ${fabric.nicName(0)} .. `
    + `${fabric.nicName(fabric.nics - 1)}, ${fabric.fabricLink(0, 0, 0)}`);
  return null;
}

at("search").addEventListener("submit", (event) => {
  event.preventDefault();
  const found = named();
  if (!found) return;
  if (found.node) { goTo(found.node); showSwitch(found.node); }
  else if (found.nic !== null) { goTo({ plane: 0, tier: "t0", index: fabric.t0Of(found.nic) }); showNic(found.nic); }
  else goTo(fabric.switchNamed(found.link.split("--").map((end) => end.split(":")[0]).find((end) => fabric.switchNamed(end))));
});
at("fail").addEventListener("click", () => {
  const found = named();
  if (!found) return;
  if (found.link ?? found.node) { toggle(found.link ?? found.text); if (found.node) showSwitch(found.node); }
  else say(`${found.text}: a NIC does not fail here, its links do, such as ${fabric.hostLink(0, found.nic)}`);
});
at("restore").addEventListener("click", () => { fabric.restore(); failures(); });
at("ends").addEventListener("submit", (event) => { event.preventDefault(); showPair(); });
at("paths").addEventListener("click", (event) => {
  const box = event.target.getBoundingClientRect();
  const t1 = Math.floor(((event.clientX - box.left) / box.width) * pair.rows[0].length);
  const plane = Math.floor(((event.clientY - box.top) / box.height) * fabric.planes);
  if (plane >= 0 && plane < fabric.planes) showPath(plane, Math.min(t1, pair.rows[0].length - 1));
});
at("in").addEventListener("click", () => zoomBy(1.6));
at("out").addEventListener("click", () => zoomBy(1 / 1.6));
at("whole").addEventListener("click", whole);

const fingers = new Map();
let moved = 0;
canvas.addEventListener("pointerdown", (event) => {
  canvas.setPointerCapture(event.pointerId);
  fingers.set(event.pointerId, [event.offsetX, event.offsetY]);
  moved = 0;
});
canvas.addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const now = [event.offsetX, event.offsetY];
  if (fingers.size === 2) {
    const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
    const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
    zoomBy(apart(now, other) / Math.max(1, apart(before, other)), other[0], other[1]);
  } else {
    view.x -= (now[0] - before[0]) / view.zoom;
    view.y -= (now[1] - before[1]) / view.zoom;
    draw();
  }
  moved += Math.abs(now[0] - before[0]) + Math.abs(now[1] - before[1]);
  fingers.set(event.pointerId, now);
});
for (const kind of ["pointerup", "pointercancel"]) {
  canvas.addEventListener(kind, (event) => {
    fingers.delete(event.pointerId);
    if (kind === "pointercancel" || moved > 4) return;
    const found = thingAt(view.x + event.offsetX / view.zoom, view.y + event.offsetY / view.zoom);
    if (found?.tier) showSwitch(found);
    else if (found) { showNic(found.nic); showPair(); }
  });
}
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  zoomBy(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
}, { passive: false });
canvas.addEventListener("keydown", (event) => {
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  if (event.key in steps) {
    view.x += (steps[event.key][0] * 60) / view.zoom;
    view.y += (steps[event.key][1] * 60) / view.zoom;
    draw();
  } else if (event.key === "+" || event.key === "=") zoomBy(1.6);
  else if (event.key === "-") zoomBy(1 / 1.6);
  else if (event.key === "0") whole();
  else return;
  event.preventDefault();
});
let width = canvas.clientWidth;
addEventListener("resize", () => {  // a phone that hides its bars changes the height alone
  if (canvas.clientWidth === width) return draw();
  width = canvas.clientWidth;
  whole();
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { draw(); if (pair) paintPaths(); });

at("thing").append(element("h2", "A switch or a NIC"), element("p", "Click one on the map, or find it by name."));
failures();
showPair();
whole();
Object.assign(window, { fabricMap: fabric });
document.body.dataset.ready = "";
