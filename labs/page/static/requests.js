// SPDX-License-Identifier: Apache-2.0
// Requests to the page's server. Both throw an Error that people can read.

export async function get(path) {
  return answer(await fetch(path));
}

/** Ask the server to do something. */
export async function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  return answer(await fetch(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

async function answer(response) {
  const said = await response.json();
  if (!response.ok) throw new Error(said.error);
  return said;
}
