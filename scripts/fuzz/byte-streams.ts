import { claimsCsv } from "../fire/claim-files.ts";
import { formBody, formType, uploadParts } from "../fire/forms.ts";
import { JOBS_PATH } from "../fire/job-client.ts";
import { batchAnswerOf, batchPath, type KnownLookup } from "../fire/known-lookups.ts";
import type { Random } from "../fire/random.ts";

/** Bytes for a connection, and how they are sent. */
export interface ByteStream {
  readonly kind: string;
  readonly parts: readonly Buffer[];
  /** Between two parts. */
  readonly pauseMilliseconds: number;
  /** What the client does after the last part: says that no more will come, waits, or is gone. */
  readonly ending: "end" | "wait" | "leave";
  /** The body of the first answer, where the bytes begin with a valid request that must be answered. */
  readonly answer: string | null;
}

type Maker = (known: KnownLookup, key: string, random: Random) => ByteStream;

function get({ path }: KnownLookup, key: string, more = ""): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n${more}\r\n`;
}

function post(known: KnownLookup, key: string, items: number): string {
  const body = JSON.stringify({ requests: Array.from({ length: items }, () => known.query) });
  const head = `POST ${batchPath(known)} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n`;
  return `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

function chunked(known: KnownLookup, key: string): string {
  const head = `POST ${batchPath(known)} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n`;
  return `${head}Transfer-Encoding: chunked\r\n\r\nf\r\n{"requests":[]}\r\n0\r\n\r\n`;
}

const AT_ONCE = { pauseMilliseconds: 0, answer: null } as const;

const arbitrary: Maker = (_known, _key, random) => ({
  ...AT_ONCE,
  kind: "arbitrary",
  parts: [random.bytes(random.whole(600) + 1)],
  ending: "end",
});

/** A well-formed request with some of its bytes replaced, taken out or repeated. */
const damaged: Maker = (known, key, random) => {
  const bytes = [...Buffer.from(random.pick([get(known, key), post(known, key, 2), chunked(known, key)]))];
  for (let count = random.whole(5) + 1; count > 0; count -= 1) {
    const place = random.whole(bytes.length);
    const how = random.whole(3);
    if (how === 0) bytes[place] = random.whole(256);
    else if (how === 1) bytes.splice(place, random.whole(8) + 1);
    else bytes.splice(place, 0, ...bytes.slice(place, place + random.whole(8) + 1));
  }
  return { ...AT_ONCE, kind: "damaged", parts: [Buffer.from(bytes)], ending: "end" };
};

const byteByByte: Maker = (known, key) => ({
  kind: "byte by byte",
  parts: [...Buffer.from(get(known, key, "Connection: close\r\n"))].map((byte) => Buffer.from([byte])),
  pauseMilliseconds: 1,
  ending: "wait",
  answer: known.answer,
});

const halfClosed: Maker = (known, key) => ({
  ...AT_ONCE,
  kind: "half-closed",
  parts: [Buffer.from(get(known, key))],
  ending: "end",
  answer: known.answer,
});

/** A client that is gone in the middle of its request, or before it has read its answer. */
const leaving: Maker = (known, key, random) => {
  const bytes = Buffer.from(random.chance(0.5) ? post(known, key, 200) : get(known, key));
  const sent = random.chance(0.5) ? bytes.subarray(0, random.whole(bytes.length)) : bytes;
  return { ...AT_ONCE, kind: "leaving", parts: [sent], ending: "leave" };
};

const pipelined: Maker = (known, key, random) => ({
  ...AT_ONCE,
  kind: "pipelined garbage",
  parts: [Buffer.concat([Buffer.from(get(known, key)), random.bytes(random.whole(200) + 20)])],
  ending: "end",
  answer: known.answer,
});

const headerBomb: Maker = (known, key, random) => {
  const bomb = random.pick([
    "X-A: b\r\n".repeat(20_000),
    `X-Long: ${"a".repeat(200_000)}\r\n`,
    `Cookie: ${"a=b; ".repeat(5_000)}\r\n`,
    `${"a".repeat(50_000)}: b\r\n`,
    "Content-Length: 5\r\nContent-Length: 6\r\n",
    "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
    "Transfer-Encoding: gzip, chunked\r\n",
    "Expect: 100-continue\r\nContent-Length: 99999999\r\n",
    "Host: other\r\n",
    "Authorization: Bearer other\r\n",
    " folded: header\r\n",
    "Upgrade: websocket\r\nConnection: Upgrade\r\n",
  ]);
  return { ...AT_ONCE, kind: "header bombs", parts: [Buffer.from(get(known, key, bomb))], ending: "end" };
};

/** A body in chunks of a few bytes each. */
function inChunks(body: Buffer, sizeOf: () => number): Buffer {
  const pieces: Buffer[] = [];
  for (let from = 0; from < body.length; ) {
    const piece = body.subarray(from, from + sizeOf());
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n"));
    from += piece.length;
  }
  return Buffer.concat([...pieces, Buffer.from("0\r\n\r\n")]);
}

/** A batch whose sender writes every few bytes by themselves: slow, and in order. */
const smallChunks: Maker = (known, key, random) => {
  const head = `POST ${batchPath(known)} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const body = Buffer.from(JSON.stringify({ requests: [known.query] }));
  const parts = [Buffer.from(head), inChunks(body, () => random.whole(8) + 1)];
  return { ...AT_ONCE, kind: "small chunks", parts, ending: "wait", answer: batchAnswerOf([known]) };
};

const TINY_CHUNKS = Buffer.from("1\r\n \r\n".repeat(40_000));

/** Far more chunks of one byte than any sender writes, to where a body is read, and to where it is not. */
const tinyChunks: Maker = (known, key, random) => {
  const [path, type] = random.pick([
    [batchPath(known), "application/json"],
    [JOBS_PATH, formType()],
    ["/nothing", "text/plain"],
  ]);
  const access = random.chance(0.5) ? `Authorization: Bearer ${key}\r\n` : "";
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${access}Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`;
  return { ...AT_ONCE, kind: "tiny chunks", parts: [Buffer.from(head), TINY_CHUNKS], ending: "end" };
};

/** A form whose sender is gone before its end, or says that no more will come. */
const formCutOff: Maker = (_known, key, random) => {
  const body = formBody(uploadParts(claimsCsv(50), { dry_run: "true" }));
  const head = `POST ${JOBS_PATH} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: ${formType()}\r\nContent-Length: ${body.length}\r\n\r\n`;
  const parts = [Buffer.from(head), body.subarray(0, random.whole(body.length))];
  return { ...AT_ONCE, kind: "form cut off", parts, ending: random.pick(["end", "leave"]) };
};

const MAKERS = [
  arbitrary,
  damaged,
  damaged,
  byteByByte,
  halfClosed,
  leaving,
  leaving,
  pipelined,
  headerBomb,
  smallChunks,
  tinyChunks,
  formCutOff,
] as const;

export function byteStream(known: KnownLookup, key: string, random: Random): ByteStream {
  return random.pick(MAKERS)(known, key, random);
}
