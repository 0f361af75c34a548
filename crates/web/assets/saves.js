// Links that save what was found.

import { address } from "./api.js";
import { make } from "./dom.js";

/** A line of links, each with its words, its address and the name of the file, if the server does not say it. */
export function saves(links) {
  const link = ([words, href, name = ""]) => make("a", { href, download: name }, words);
  return make("p", { class: "saves" }, make("span", {}, "Save as "), ...links.map(link));
}

const upper = (format) => format.toUpperCase();

/** Tables that the server writes. */
export const tables = (what, query) => ["csv", "json"].map((format) => [upper(format), address(`/api/download/${what}`, { ...query, format })]);

/** Drawings of the server. */
export const drawings = (query, formats = ["svg", "png"]) => formats.map((format) => [upper(format), address("/api/draw", { ...query, format, download: 1 })]);

/** Data that the page has already, so that long work is not repeated: the answer, and its rows under their names. */
export const answered = (name, answer, rows) => [
  ["CSV", data("text/csv", rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("")), `${name}.csv`],
  ["JSON", data("application/json", JSON.stringify(answer)), `${name}.json`],
];

/** The address of a text, which is in it. */
export const data = (type, text) => `data:${type};charset=utf-8,${encodeURIComponent(text)}`;

/** A cell as RFC 4180 has it. */
function cell(value) {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
