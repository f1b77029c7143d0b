// SPDX-License-Identifier: Apache-2.0
// Words with their meanings as hover texts, as common/pages/__init__.py gives them to the page; without, plain text.

import { html } from "./elements.js";

const TERMS = JSON.parse(document.getElementById("terms")?.textContent ?? "{}");
const MEANINGS = new Map(Object.entries(TERMS).flatMap(([word, meaning]) => spellings(word).map((each) => [each, meaning])));
const WORDS = new RegExp(`\\b(${[...MEANINGS.keys()].sort((a, b) => b.length - a.length).join("|")})\\b`, "g");

/** As a page may write a word: plural, past, at the beginning of a sentence, or in the capitals of a state. */
function spellings(word) {
  const forms = [word, `${word}s`, ...(word === "trim" ? ["trimmed"] : []), ...(word === "loss" ? ["lost", "losses"] : [])];
  return forms.flatMap((form) => [form, form[0].toUpperCase() + form.slice(1), form.toUpperCase()]);
}

/** A text as nodes: the first use of each word that pages explain is an abbreviation with its meaning. */
export function explained(text) {
  if (!MEANINGS.size) return [text];
  const told = new Set();
  return text.split(WORDS).map((part, index) => {
    const meaning = index % 2 ? MEANINGS.get(part) : undefined;
    if (!meaning || told.has(meaning)) return part;
    told.add(meaning);
    return html("abbr", { title: meaning }, part);
  });
}
