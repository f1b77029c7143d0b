// SPDX-License-Identifier: Apache-2.0
// The playground without a network: every file is stored when the page is first opened, and comes from there after.

const STORE = `mrc-playground-${__DIGEST__}`;
const FILES = __FILES__;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(STORE).then((store) => store.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => names.filter((name) => name.startsWith("mrc-playground-") && name !== STORE))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  event.respondWith(
    caches.open(STORE)
      .then((store) => store.match(event.request, { ignoreSearch: true }))
      .then((found) => found ?? fetch(event.request)),
  );
});
