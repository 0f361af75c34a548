// The line that tells that the program is at work, with the button that stops it.

import { byId } from "./dom.js";
import { count } from "./words.js";

/** Shorter work is not worth a line. */
const PATIENCE = 350;

/** How much work is under way, and how far the program has come over the line, in words. */
let works = 0;
let loading = "";

const tell = (words) => (byId("progress").textContent = loading || words);

addEventListener("loading", ({ detail: { come, total, done } }) => {
  loading = done ? "" : `Loading the program: ${(come / 1e6).toFixed(1)} MB${total ? `, ${Math.floor((100 * come) / total)} %` : ""}`;
  const line = byId("wait");
  if (!line || works) return void (line && loading && tell());
  line.hidden = !loading || !document.querySelector("#table[aria-busy]");
  byId("cancel").hidden = !line.hidden;
  if (loading) tell();
});

/**
 * Runs `work(signal, progress)`; after a moment shows what it is doing and a Stop button. Stopped by that button or by
 * `outer`, it throws an `AbortError`.
 */
export async function waiting(what, outer, work) {
  const stop = new AbortController();
  const line = byId("wait");
  works += 1;
  const begun = setTimeout(() => {
    tell(`${what} …`);
    byId("cancel").hidden = line.hidden = false;
  }, PATIENCE);
  const cancel = () => stop.abort();
  byId("cancel").addEventListener("click", cancel);
  outer?.addEventListener("abort", cancel);
  try {
    outer?.throwIfAborted();
    return await work(stop.signal, (event) => tell(`${what} … ${told(event)}`));
  } finally {
    clearTimeout(begun);
    works -= 1;
    byId("cancel").removeEventListener("click", cancel);
    outer?.removeEventListener("abort", cancel);
    line.hidden = true;
  }
}

function told({ visited, seconds, waiting: queued }) {
  if (queued) return "waiting for its turn";
  const number = visited ? `${count(visited)} positions` : "";
  return [number, seconds ? `${Math.floor(seconds)} s` : ""].filter(Boolean).join(", ");
}

/** Whether an error only says that the work was stopped. */
export const wasStopped = (error) => error.name === "AbortError";

/** A question that took too long is no fault; one that was given up is. */
export const forgive = (signal) => (error) => {
  if (signal.aborted || wasStopped(error)) throw error;
  return null;
};
