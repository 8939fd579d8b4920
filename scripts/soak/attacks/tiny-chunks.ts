import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { formType } from "../../fire/forms.ts";
import { JOBS_PATH } from "../../fire/job-client.ts";
import { batchPath } from "../../fire/known-lookups.ts";
import { type Attack, type AttackOutcome, outcome, type Target } from "./attack.ts";

/** A body in chunks of one byte: the server's parser reports each of them by itself. */
const CHUNKS = Buffer.from("1\r\n \r\n".repeat(10_000));

/** An attacker whose connection was closed opens another one so soon. */
const AGAIN_MILLISECONDS = 100;

interface Head {
  readonly path: string;
  readonly headers: readonly string[];
}

function nowhere(): Head {
  return { path: "/nothing", headers: [] };
}

/** Bodies that are read to their end: a batch and a form, each with a key. */
function admitted({ keys }: Target, place: number): Head {
  const key = `Authorization: Bearer ${keys[place % keys.length]}`;
  return place % 2 === 0
    ? { path: BATCH, headers: [key, "Content-Type: application/json"] }
    : { path: JOBS_PATH, headers: [key, `Content-Type: ${formType()}`] };
}

const BATCH = batchPath({ state: "ca", setting: "outpatient", query: {}, path: "", answer: "" });

export function tinyChunks(connections: number, options: readonly string[] = []): Attack {
  return { options, attack: (target) => flooded(target, connections, nowhere) };
}

export function tinyChunksOfBodies(connections: number): Attack {
  return { attack: (target) => flooded(target, connections, (place) => admitted(target, place)) };
}

async function flooded(
  { port, milliseconds }: Target,
  connections: number,
  headOf: (place: number) => Head,
): Promise<AttackOutcome> {
  const deadline = performance.now() + milliseconds;
  const isOn = () => performance.now() < deadline;
  let opened = 0;
  let bytes = 0;
  const lane = async (place: number): Promise<void> => {
    while (isOn()) {
      opened += 1;
      bytes += await oneFlood(port, headOf(place), isOn);
      await wait(AGAIN_MILLISECONDS);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, place) => lane(place)));
  return outcome({ notes: [`${opened} connections`, `${(bytes / 2 ** 20).toFixed(1)} MiB`] });
}

/** Writes chunks as fast as the server takes them until it closes the connection; how many bytes. */
function oneFlood(port: number, { path, headers }: Head, isOn: () => boolean): Promise<number> {
  const head = [`POST ${path} HTTP/1.1`, "Host: localhost", "Transfer-Encoding: chunked", ...headers, "", ""];
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const write = (): void => {
      while (isOn() && socket.writable) if (!socket.write(CHUNKS)) return;
      socket.destroy();
    };
    // Without a drain nothing ends it: a server that stands still takes no bytes.
    const watch = setInterval(() => isOn() || socket.destroy(), AGAIN_MILLISECONDS);
    socket.on("connect", () => {
      socket.write(head.join("\r\n"));
      write();
    });
    socket.on("drain", write);
    socket.on("error", () => {});
    socket.resume();
    socket.on("close", () => {
      clearInterval(watch);
      resolve(socket.bytesWritten);
    });
  });
}
