// Answers questions of the page, one after the other, with the module that the page has loaded.

let desk;
let memory;
/** A program that fails with so much memory failed for want of more. */
const MUCH = 512 << 20;

/** Reads bytes of a file that was picked, or of one at an address by a request for a range; a worker may wait for both. */
function reader({ file, address }) {
  if (file) return (place, count) => new Uint8Array(new FileReaderSync().readAsArrayBuffer(file.slice(place, place + count)));
  return (place, count) => {
    if (count === 0) return new Uint8Array();
    const request = new XMLHttpRequest();
    request.open("GET", address, false);
    request.responseType = "arraybuffer";
    request.setRequestHeader("Range", `bytes=${place}-${place + count - 1}`);
    request.send();
    if (request.status !== 206) throw new Error(`its server does not send parts of a file (${request.status})`);
    return new Uint8Array(request.response);
  };
}

const DOES = {
  async begin({ name, module }) {
    // (An address in a variable is none that the scripts are joined by.)
    const script = `./${name}.js`;
    const program = await import(script);
    ({ memory } = program.initSync({ module }));
    desk = new program.Desk();
    return {};
  },
  table: ({ name, length, ...from }) => ({ game: desk.table(name, length, reader(from)) }),
  ask({ path, parameters, seconds }) {
    const sent = desk.ask(path, parameters, seconds, (done, total) => postMessage({ progress: { done, total } }));
    const { status, mime, file } = sent;
    const bytes = sent.bytes();
    sent.free();
    return { status, mime, file, bytes };
  },
};

// One order at a time: a question that comes while the module begins waits for it.
let before = Promise.resolve();
addEventListener("message", ({ data: { order, ...rest } }) => {
  before = before.then(() => DOES[order](rest)).then(
    (answer) => postMessage({ answer }, answer.bytes ? [answer.bytes.buffer] : []),
    // A sentence of the program, or a fault in it, which may be a limit that it ran into.
    (error) => {
      const isFull = memory?.buffer.byteLength > MUCH || /memory|call stack/i.test(error.message);
      postMessage(typeof error === "string" ? { refused: error } : { limit: isFull ? "memory" : null });
    },
  );
});
