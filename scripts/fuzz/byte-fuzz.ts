import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { within } from "../fire/budget.ts";
import { isReplacing } from "../fire/http.ts";
import { inParallel } from "../fire/in-parallel.ts";
import type { Patience } from "../fire/patience.ts";
import { answersIn } from "../fire/raw-answers.ts";
import { type ByteStream, byteStream } from "./byte-streams.ts";
import type { FuzzedServer } from "./fuzzed-server.ts";

/** Connections at once: more than a polite client opens. */
const LANES = 24;
const SHOWN_BYTES_MAX = 2_000;

/** Sends bytes that are not, or not quite, HTTP: the server answers well-formed or closes, and never fails. */
export async function fuzzBytes(server: FuzzedServer): Promise<void> {
  const { port, key, lookups, random, budget, patience, findings } = server;
  const isOn = within(budget);
  const next = (): ByteStream | null => (isOn() ? byteStream(random.pick(lookups), key, random) : null);
  await inParallel(LANES, next, async (stream) => {
    const problem = await problemWith(port, stream, patience);
    findings.check(`bytes, ${stream.kind}`, problem, shownStream(stream));
  });
}

async function problemWith(port: number, stream: ByteStream, patience: Patience): Promise<string | null> {
  const outcome = await exchanged(port, stream, patience.closingMillisecondsMax);
  if (typeof outcome === "string") return outcome;
  if (stream.ending === "leave") return null;
  const { answers, fault } = answersIn(outcome);
  if (!patience.isHangFound && answers.some(isReplacing)) return await problemWith(port, stream, patience);
  const failed = answers.find(({ status }) => status >= 500);
  if (failed !== undefined) return `answered ${failed.status}: ${failed.body.slice(0, 200)}`;
  if (fault !== null) return fault;
  if (stream.answer === null) return null;
  if (answers[0]?.body !== stream.answer) return `not answered: ${outcome.toString("latin1").slice(0, 200)}`;
  return null;
}

/** What was received until the server closed the connection; a text when it did not. */
function exchanged(
  port: number,
  { parts, pauseMilliseconds, ending }: ByteStream,
  millisecondsMax: number,
): Promise<Buffer | string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    const deadline = setTimeout(() => {
      resolve(`the connection was still open after ${millisecondsMax} ms`);
      socket.destroy();
    }, millisecondsMax);
    // A reset is one way to close: the server may do so while we are still sending.
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") resolve("the server does not take connections");
    });
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("end", () => socket.end());
    socket.on("close", () => {
      clearTimeout(deadline);
      resolve(Buffer.concat(chunks));
    });
    socket.on("connect", async () => {
      for (const part of parts) {
        if (socket.destroyed) return;
        socket.write(part);
        if (pauseMilliseconds > 0) await wait(pauseMilliseconds);
      }
      if (ending === "end") socket.end();
      if (ending === "leave") socket.destroy();
    });
  });
}

function shownStream({ kind, parts, ending }: ByteStream): unknown {
  const bytes = Buffer.concat(parts)
    .toString("latin1")
    .replaceAll(/rb_live_[^\r\n]*/g, "<key>");
  return { kind, ending, latin1: bytes.slice(0, SHOWN_BYTES_MAX), bytes: bytes.length };
}
