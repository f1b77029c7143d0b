// SPDX-License-Identifier: Apache-2.0
// A card of a flow: whose it is, how far, how fast, and the states of its EVs.

import { html } from "./elements.js";
import { explained } from "./terms.js";

/** States of EVs, and what they mean. */
export const EV_STATES = {
  GOOD: "in use",
  SKIP: "skipped once (marked or trimmed)",
  ASSUMED_BAD: "taken for broken, probed",
  DENIED: "denied",
};

/** The key of the states' colours, with their meanings if there is room, and with more behind it. */
export function stateKey(meanings, ...more) {
  const items = Object.entries(EV_STATES).map(([state, text]) =>
    html("span", { title: text }, html("i", { className: `ev ${state}` }), " ", ...explained(state.replace("_", " ")), meanings ? `: ${text} ` : " "),
  );
  return html("p", { className: "soft small states" }, ...items, ...more);
}

/** The head of a card, and its bar; `show(share, text, good)` writes how far a flow is, from 0 to 1, and how it goes. */
export function flowHead(title, ...more) {
  const [bar, said] = [html("i"), html("span", { className: "rate" })];
  const elements = [html("div", { className: "line" }, html("b", {}, title), ...more, said), html("div", { className: "done" }, bar)];
  const show = (share, text, good = null) => {
    bar.style.width = `${Math.min(100, 100 * share)}%`;
    said.textContent = text;
    said.className = good === null ? "rate" : good ? "rate ok" : "rate no";
  };
  return { elements, show };
}
