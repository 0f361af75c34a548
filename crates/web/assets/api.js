// Questions to the server. Those about a rule file bring it along.

import { isFile, rulesTail, rulesText } from "./ruletext.js";
import { page, send, silence } from "./transport.js";

/** The most characters of a calculation in an address. */
const LONGEST = 1000;

/** The server's sentence that says why there is no answer; `what` was wrong from character `at` to `to`, if it knows. */
export class Refused extends Error {
  constructor({ message, where = null }, status) {
    super(message);
    this.what = where?.what ?? null;
    this.at = where?.from ?? null;
    this.status = status;
  }
}

/** A query as it is sent, without values that are null, undefined or false; an array is sent as repeated keys. */
const parameters = (query) => new URLSearchParams(Object.entries(query).flatMap(([name, value]) =>
  (Array.isArray(value) ? value : [value])
    .filter((one) => one != null && one !== false)
    .map((one) => [name, one === true ? "1" : String(one)])));

/** A path with its query; of a page, with the rules of the game after it. */
export function address(path, query = {}) {
  const asks = path.startsWith("/api");
  const sent = parameters(asks ? { ...query, rules: rulesText(query.game) } : query);
  const at = asks ? path : page(path);
  return (sent.size ? `${at}?${sent}` : at) + (asks ? "" : rulesTail(query.game));
}

async function answered(path, query, signal, post = false) {
  let response;
  try {
    const rules = isFile(query?.game) ? rulesText(query.game) : null;
    // Texts of files are too long for an address, and some statements are.
    const isLong = (query?.expression?.length ?? 0) + (query?.before ?? []).join("").length > LONGEST;
    response = rules == null && !query?.certificate && !query?.rules && !post && !isLong ? await send(address(path, query), { signal })
      : await send(path, { method: "POST", body: parameters({ ...query, rules: rules ?? query?.rules }), signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused({ message: silence(error) }, 0);
  }
  if (response.ok) return response;
  const told = await response.json().catch(() => null);
  if (response.status === 503) {
    const wait = response.headers.get("Retry-After");
    const again = wait ? ` Try again in ${wait} s.` : "";
    throw Object.assign(new Refused({ message: (told?.error.message ?? "The program is busy.") + again }, 503), { wait: Number(wait) || 1 });
  }
  throw new Refused(told?.error ?? { message: `The program refused the question (${response.status}).` }, response.status);
}

/** The answer as data. */
export const ask = async (path, query, signal) => (await answered(path, query, signal)).json();

/** The answer as text. */
export const text = async (path, query, signal) => (await answered(path, query, signal)).text();

/** Asks for a stream of events: `progress` hears how far it is, the answer is returned. Aborting stops the work. `post`: something is made. */
export async function follow(path, query, { progress, signal, post }) {
  const response = await answered(path, query, signal, post);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Refused({ message: "The program stopped before it had an answer." }, 0);
    const events = (rest + value).split(/\r?\n\r?\n/);
    rest = events.pop();
    for (const [kind, data] of events.map(event).filter(([, data]) => data)) {
      if (kind === "progress") progress(JSON.parse(data));
      if (kind === "refusal") throw new Refused(JSON.parse(data).error, 400);
      if (kind === "answer") {
        reader.cancel();
        return JSON.parse(data);
      }
    }
  }
}

function event(lines) {
  const field = (name) => lines.split(/\r?\n/)
    .filter((line) => line.startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1).trimStart())
    .join("\n");
  return [field("event"), field("data")];
}
