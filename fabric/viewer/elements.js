// SPDX-License-Identifier: Apache-2.0
// Elements of a page, and what a click or a key does to them.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element with properties and children. */
export function html(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** An SVG element with attributes and children. */
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  set(made, attributes);
  made.append(...children);
  return made;
}

export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

/** A button; `properties` as for `html`. */
export function button(text, act, properties = {}) {
  const made = html("button", { type: "button", ...properties }, text);
  made.addEventListener("click", act);
  return made;
}

/** Make any element a button, also for the keyboard. */
export function activate(element, act) {
  set(element, { tabindex: 0, role: "button" });
  element.addEventListener("click", act);
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation(); // the page has keys, too
    act();
  });
  return element;
}
