// How questions travel in the site without a server: to workers of this page. `prepared` answers are there before the program is.

import { isStatements } from "./statements.js";

const HERE = new URL("..", import.meta.url);
/** A question ends after so many seconds; a worker that does not notice is ended so much later. */
const SECONDS = 60;
const LATER = 5;
/** A worker that is left in the middle of a question has so long to come to an end, and keeps what it found. */
const GRACE = 150;
/** Questions that show the table; all others may take long and have a worker of their own. */
const AT_ONCE = /^\/api\/(?:position|card|check|levels|reply|games|draw\?.*\bas=board\b)/;
/** Answers that do not change. */
const FIXED = { "/api": "api.json", "/api/games": "games.json", "/assets/examples.json": "assets/examples.json" };
const PAGES = { "/": "index.html", "/game": "game.html", "/lab": "lab.html", "/calculator": "calculator.html", "/puzzles": "puzzles.html", "/rules": "rules.html" };

/** Why nothing comes back. */
export const silence = (error) => `The program gives no answer here: ${error.message}.`;

/** Where a page is. */
export const page = (path) => (PAGES[path] ? new URL(PAGES[path], HERE).href : path);

/** The program, as two modules: `first` with few games, `all` with every game and what reads rule files. Each is loaded once. */
const modules = new Map();
let arrive;
/** The first of them. */
const arrived = new Promise((resolve) => (arrive = resolve));

/**
 * A module, compiled while it arrives. A server that packs what it sends packs it best; of any other one the file that is packed already
 * is asked for, which the service worker keeps, too. Some servers tell the browser that it is packed, and so it arrives unpacked.
 */
async function compiled(url) {
  let response = navigator.serviceWorker?.controller ? null : await fetch(url);
  if (!response?.headers.get("Content-Encoding")) {
    response?.body?.cancel();
    response = await fetch(`${url}.gz`);
  }
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  const reader = response.body.getReader();
  // A server that packs says how long the file is unpacked, or nothing.
  const total = response.headers.get("Content-Encoding") ? 0 : Number(response.headers.get("Content-Length"));
  let come = 0;
  const next = async () => {
    const { done, value } = await reader.read();
    come += value?.length ?? 0;
    dispatchEvent(new CustomEvent("loading", { detail: { come, total, done } }));
    return { done, value };
  };
  const { value: begin } = await next();
  const rest = async (stream) => {
    const { done, value } = await next();
    if (done) stream.close();
    else stream.enqueue(value);
  };
  const whole = new ReadableStream({ start: (stream) => stream.enqueue(begin ?? new Uint8Array()), pull: rest });
  const module = begin?.[0] === 0x1f ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
  return WebAssembly.compileStreaming(new Response(module, { headers: { "Content-Type": "application/wasm" } }));
}

function moduleOf(name) {
  if (!modules.has(name)) {
    const loading = compiled(new URL(`assets/${name}_bg.wasm`, HERE));
    loading.then(arrive, () => modules.delete(name));
    modules.set(name, loading);
  }
  return modules.get(name);
}

/** Loads what a game needs before it is asked for, once the page has nothing else to do; not where data are to be saved. */
export function prepare(game) {
  if (isSparing()) return;
  const idle = globalThis.requestIdleCallback ?? setTimeout;
  idle(() => moduleOf(moduleFor("/api/solve", new URLSearchParams({ game }).toString())).catch(() => {}));
}

/** Whether the reader's line is dear. */
const isSparing = () => Boolean(navigator.connection?.saveData);

/** The games of the first module, by all their names. */
const FEW = "FEW_GAMES";

/** The module that can answer a question. */
function moduleFor(path, parameters) {
  const query = new URLSearchParams(parameters);
  if (path === "/api/certificate" || ["rules", "certificate", "pattern"].some((name) => query.has(name))) return "all";
  if (path === "/api/calc" && [...query.getAll("before"), query.get("expression") ?? ""].some(isStatements)) return "all";
  const game = query.get("game") ?? decodeURIComponent(/^\/api\/games\/(.*)/.exec(path)?.[1] ?? "");
  return !game || FEW.includes(game.split(":")[0].trim().toLowerCase()) ? "first" : "all";
}

/** Tables that a person added, for workers to come as well. */
const tables = [];

/** How long a question may take: as long as it says (`2`, `2s`, `50ms`), and never longer than all others. */
function secondsOf({ parameters = "" }) {
  const [, number, unit] = /^([\d.]+)(ms|s|m|h)?$/.exec(new URLSearchParams(parameters).get("time") ?? "") ?? [];
  return Math.min(SECONDS, Number(number ?? SECONDS) * { ms: 0.001, s: 1, m: 60, h: 3600 }[unit ?? "s"] || SECONDS);
}

/** A worker, and the questions that wait for it. */
class Desk {
  constructor(name) {
    Object.assign(this, { name, waiting: [], job: null, worker: null });
  }

  put(order, signal, progress) {
    return new Promise((resolve, reject) => {
      const job = { order, resolve, reject, progress };
      signal?.addEventListener("abort", () => this.leave(job, signal.reason), { once: true });
      this.waiting.push(job);
      this.next();
    });
  }

  async next() {
    if (this.job || this.waiting.length === 0) return;
    const job = this.waiting.shift();
    this.job = job;
    try {
      const module = await moduleOf(this.name);
      // It may have been left while the program was on its way.
      if (this.job !== job) return;
      this.worker ??= this.start(module);
      this.worker.postMessage(job.order);
      this.watch();
    } catch (error) {
      if (this.job === job) this.ends(() => job.reject(new TypeError(`the program cannot be loaded: ${error.message}`)));
    }
  }

  start(module) {
    const worker = new Worker(new URL("assets/worker.js", HERE), { type: "module" });
    // Nobody waits for the answers to these orders.
    const before = [{ order: "begin", name: this.name, module }, ...tables];
    let left = before.length;
    worker.addEventListener("message", ({ data }) => {
      if (worker !== this.worker) return;
      if (left === 0 || data.progress) return this.hears(data);
      left -= 1;
      this.begun = left === 0;
      if (this.begun) this.watch();
    });
    worker.addEventListener("error", () => worker === this.worker && this.fails());
    before.forEach((order) => worker.postMessage(order));
    return worker;
  }

  /** Ends a question that does not notice its limit. The time that the program takes to begin is not the question's. */
  watch() {
    clearTimeout(this.over);
    const seconds = this.begun && this.job ? secondsOf(this.job.order) : SECONDS;
    this.over = setTimeout(() => this.fails("time"), (seconds + LATER) * 1000);
  }

  hears({ progress, answer, refused, limit }) {
    if (progress) this.job?.progress?.(progress);
    else if (answer) this.ends((job) => job.resolve(answer));
    else if (refused) this.ends((job) => job.reject(new TypeError(refused)));
    else this.fails(limit);
  }

  /** The program is in no state to be asked again: a limit was reached where it could not stop, or there is a fault in it. */
  fails(limit) {
    this.close();
    const message = limit ? `stopped by the limit of ${limit} before the answer was known` : "this question hit a fault in the program; please report it";
    this.ends((job) => job.resolve({ status: limit ? 504 : 500, mime: "application/json", bytes: new TextEncoder().encode(JSON.stringify({ error: { kind: limit ? "stopped" : "fault", message } })) }));
  }

  /** Begins again before the next question. */
  renew() {
    if (this.job) this.stale = true;
    else this.close();
  }

  close() {
    this.stale = false;
    this.worker?.terminate();
    this.worker = null;
    this.begun = false;
  }

  ends(how) {
    const { job } = this;
    clearTimeout(this.late);
    clearTimeout(this.over);
    this.job = null;
    if (this.stale) this.close();
    if (job) how(job);
    this.next();
  }

  leave(job, reason) {
    job.reject(reason);
    // The one who left is not told how far the worker came in the meantime.
    job.progress = null;
    if (this.job !== job) {
      this.waiting = this.waiting.filter((other) => other !== job);
      return;
    }
    this.late = setTimeout(() => {
      if (this.job !== job) return;
      this.close();
      this.ends(() => {});
    }, GRACE);
  }
}

const desks = new Map();

function desk(name, quick) {
  const key = `${name} ${quick}`;
  if (!desks.has(key)) desks.set(key, new Desk(name));
  return desks.get(key);
}

/** Answers that were prepared when the site was made, by their addresses: what a game begins with. `prepare.js` fetches them. */
const preparation = globalThis.prepared ?? Promise.resolve({});

/**
 * The prepared answer to a question, whose address has the parameters in the order of their names; moves stay in theirs. A game that is
 * prepared to its end has lines of moves that are the `same` as others, and the positions before do not matter in it.
 */
function found(prepared, path, parameters) {
  const all = new URLSearchParams(parameters);
  if (prepared.same) {
    const line = all.getAll("move").reduce((before, move) => prepared.same[[...before, move].join("\n")] ?? [...before, move], []);
    all.delete("before");
    all.delete("move");
    line.forEach((move) => all.append("move", move));
  }
  all.sort();
  return prepared[[path, all.toString()].filter(Boolean).join("?")];
}

/** Sends a question, as `fetch` does. */
export async function send(address, { body, signal } = {}) {
  signal?.throwIfAborted();
  const [path, query = ""] = address.split(/\?(.*)/s);
  if (FIXED[path]) return fetch(new URL(FIXED[path], HERE), { signal });
  const parameters = body ? body.toString() : query;
  const plain = path.replace(/\/stream$/, "");
  const ready = found(await preparation, plain, parameters);
  signal?.throwIfAborted();
  if (ready && path !== plain) return streamed(path, async () => ({ status: 200, bytes: new TextEncoder().encode(ready[1]) }));
  if (ready) return new Response(ready[1], { headers: { "Content-Type": ready[0] } });
  if (/(?:^|&)format=png(?:&|$)/.test(parameters)) return painted(path, parameters, signal);
  const order = { order: "ask", path: plain, parameters, seconds: SECONDS };
  const asked = (progress) => desk(moduleFor(path, parameters), AT_ONCE.test(`${path}?${parameters}`)).put(order, signal, progress);
  return path.endsWith("/stream") ? streamed(path, asked) : whole(await asked());
}

function whole({ status, mime, file, bytes }) {
  const saved = file ? { "Content-Disposition": `attachment; filename="${file}"` } : {};
  return new Response(bytes, { status, headers: { "Content-Type": mime, ...saved } });
}

/** The same as events, as the server sends them. */
function streamed(path, asked) {
  const unit = path.startsWith("/api/refute") ? "tried" : "visited";
  const begun = performance.now();
  const event = (name, data) => new TextEncoder().encode(`event: ${name}\ndata: ${data}\n\n`);
  const body = new ReadableStream({
    async start(stream) {
      try {
        const { status, bytes } = await asked(({ done, total }) => stream.enqueue(event("progress", JSON.stringify({
          seconds: (performance.now() - begun) / 1000, total: total || null, waiting: false, [unit]: done,
        }))));
        stream.enqueue(event(status === 200 ? "answer" : "refusal", new TextDecoder().decode(bytes)));
        stream.close();
      } catch (error) {
        stream.error(error);
      }
    },
  });
  return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
}

/** A picture in pixels, which the browser paints from its drawing. */
async function painted(path, parameters, signal) {
  const query = new URLSearchParams(parameters);
  const scale = Number(query.get("scale") ?? 2);
  query.delete("scale");
  query.set("format", "svg");
  if (path === "/api/draw") query.set("theme", query.get("theme") ?? "light");
  const drawn = await send(path, { body: query, signal });
  if (!drawn.ok) return drawn;
  const file = /filename="(.*)\.svg"/.exec(drawn.headers.get("Content-Disposition"))?.[1];
  const address = URL.createObjectURL(await drawn.blob());
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.naturalWidth * scale, height: image.naturalHeight * scale });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const bytes = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    return whole({ status: 200, mime: "image/png", file: file && `${file}.png`, bytes });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Images that are drawn when they come into view. */
const unseen = new Map();
const seen = new IntersectionObserver((entries) => {
  for (const { target } of entries.filter((entry) => entry.isIntersecting && unseen.has(entry.target))) {
    paint(target, unseen.get(target));
    unseen.delete(target);
    seen.unobserve(target);
  }
}, { rootMargin: "200px" });

async function paint(image, address) {
  const drawn = await send(address).catch(() => null);
  if (drawn?.ok) image.src = URL.createObjectURL(await drawn.blob());
  else image.dispatchEvent(new Event("error"));
}

/** Lets an image show what is at an address of the API. */
export function show(image, address) {
  unseen.set(image, address);
  seen.observe(image);
}

/** Links to answers, most of which save a file. */
document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[href^='/api']");
  if (!link || event.defaultPrevented) return;
  event.preventDefault();
  const answer = await send(link.getAttribute("href"));
  const name = /filename="(.*)"/.exec(answer.headers.get("Content-Disposition"))?.[1] ?? link.getAttribute("download");
  const address = URL.createObjectURL(await answer.blob());
  const save = Object.assign(document.createElement("a"), { href: address, ...(name != null && { download: name }) });
  save.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
});

/** Takes a table in, a file that was picked or an address: its game. */
export async function addTable(from) {
  const order = { order: "table", ...(from instanceof File ? { name: from.name, length: from.size, file: from } : await far(from)) };
  const { game } = await desk("first", false).put(order);
  tables.push(order);
  // The other workers begin again, with the table.
  for (const other of desks.values()) if (other !== desk("first", false)) other.renew();
  return game;
}

async function far(address) {
  const url = new URL(address, location.href);
  const head = await fetch(url, { headers: { Range: "bytes=0-0" } });
  const length = Number(/\/(\d+)$/.exec(head.headers.get("Content-Range"))?.[1]);
  if (head.status !== 206 || !length) throw new Error("the server of that address does not send parts of a file");
  return { name: url.pathname.split("/").pop(), length, address: url.href };
}

/** Keeps the site for times without a network. That is much to load; the page of a game needs the line for the program first. */
async function keep() {
  if (isSparing()) return;
  if (document.querySelector("#board")) await arrived;
  await navigator.serviceWorker.register(new URL("sw.js", HERE));
}

if ("serviceWorker" in navigator && location.protocol.startsWith("http")) {
  addEventListener("load", () => keep().catch(() => {}));
}
