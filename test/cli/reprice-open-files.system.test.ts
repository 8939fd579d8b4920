import { once } from "node:events";
import { readdirSync, readlinkSync, truncateSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { JOB_LIMITS } from "../../src/reprice/limits.ts";
import { childrenOf } from "../serve/operations/support/fixture-home.ts";
import { type RunningServer, temporaryFolder } from "../serve/operations/support/running-server.ts";
import { californiaAt } from "../support/shared-release.ts";
import { SOON } from "../support/waiting.ts";
import { createKey, ratebook, serve } from "./support/ratebook.ts";

/* A file that is deleted takes its room on the disk until the last process closes it. */

const REPRICE = "/api/v1/reprice";
const CLAIMS = "NPI,CPT,DOS\n1000700140,99213,2026-10-01\n";
/** More than the buffers of a connection take. */
const LARGE = 64 * 1024 * 1024;
/** Long after what another process did is noticed. */
const ENDED = { ...SOON, interval: 50 };
/** Every look is a request, which takes a moment of the server that works. */
const PRICED = { ...SOON, interval: 200 };

const folder = temporaryFolder();
const release = join(folder.path, "served.db");
const home = join(folder.path, "home");
/** Of two processes: deletions come to one, what they end is often in the other. */
let server: RunningServer;

interface Key {
  readonly id: string;
  readonly key: string;
}

beforeAll(async () => {
  await californiaAt(release);
  server = await serve(release, home, "--workers", "2").started();
});

afterAll(async () => {
  await server.stop();
  folder.remove();
});

function newKey(): Promise<Key> {
  return createKey(home, "--rate", "off");
}

function bearer({ key }: Key): { readonly authorization: string } {
  return { authorization: `Bearer ${key}` };
}

/** An upload in chunks that never ends by itself. */
function uploading(key: Key): { readonly answer: Promise<IncomingMessage>; readonly send: () => void } {
  const headers = {
    ...bearer(key),
    "content-type": "multipart/form-data; boundary=b",
    "transfer-encoding": "chunked",
  };
  const upload = request({ port: server.port, path: REPRICE, method: "POST", headers, agent: false });
  upload.on("error", () => {});
  upload.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nnpi\n');
  const send = () => void upload.write("x".repeat(64 * 1024));
  send();
  return { answer: once(upload, "response").then(([answer]) => answer as IncomingMessage), send };
}

async function codeOf(answer: IncomingMessage): Promise<string> {
  let body = "";
  for await (const piece of answer) body += piece;
  const { code } = JSON.parse(body) as { readonly code: string };
  return `${answer.statusCode} ${code} ${answer.headers.connection}`;
}

async function jobsOf(key: Key): Promise<readonly string[]> {
  const answer = await server.fetch(REPRICE, { headers: bearer(key) });
  return ((await answer.json()) as { readonly jobs: readonly { readonly id: string }[] }).jobs.map(({ id }) => id);
}

async function remove(id: string, key: Key): Promise<void> {
  const answer = await server.fetch(`${REPRICE}/${id}`, { method: "DELETE", headers: bearer(key) });
  expect(answer.status).toBe(200);
}

interface LargeJob {
  readonly key: Key;
  readonly id: string;
}

/** Sends a file with a new key, and has its results grow to what the buffers of a connection do not take. */
async function largeJob(): Promise<LargeJob> {
  const key = await newKey();
  const form = new FormData();
  form.set("state", "ca");
  form.set("setting", "outpatient");
  form.set("file", new Blob([CLAIMS]), "claims.csv");
  const answer = await server.fetch(REPRICE, { method: "POST", headers: bearer(key), body: form });
  const { id } = (await answer.json()) as { readonly id: string };
  await vi.waitFor(async () => {
    const job = await server.fetch(`${REPRICE}/${id}`, { headers: bearer(key) });
    expect(await job.json()).toMatchObject({ status: "done" });
  }, PRICED);
  truncateSync(join(home, "jobs", id, "results.csv"), LARGE);
  return { key, id };
}

/** A download whose client reads its first bytes and no more. */
async function downloading(id: string, key: Key) {
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(`GET ${REPRICE}/${id}/results HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key.key}\r\n\r\n`);
  const [first] = (await once(socket, "data")) as [Buffer];
  socket.pause();
  return { socket, head: first.toString("latin1") };
}

/** What came after a client reads on, until the server ended the connection. */
async function restOf(socket: Socket): Promise<number> {
  let bytes = 0;
  socket.on("data", (piece) => {
    bytes += piece.length;
  });
  socket.resume();
  if (!socket.closed) await once(socket, "close");
  return bytes;
}

/** The files that came from clients or go to them, as far as a process of the server has them open. */
function openFiles(): readonly string[] {
  const files = childrenOf(server.process.pid).flatMap((pid) => {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).map((name) => {
      try {
        return readlinkSync(join(folder, name));
      } catch {
        // Closed meanwhile.
        return "";
      }
    });
  });
  return files.filter((file) => /\/(?:input|results\.csv)(?: \(deleted\))?$/.test(file));
}

async function everyFileClosed(): Promise<void> {
  if (process.platform === "linux") await vi.waitFor(() => expect(openFiles()).toEqual([]), ENDED);
  else await setTimeout(2_000);
}

describe("an upload", () => {
  test("ends when its job is deleted, by whichever process, and nothing of it stays on the disk", async () => {
    const key = await newKey();
    for (let number = 0; number < 6; number += 1) {
      const { answer, send } = uploading(key);
      const sending = setInterval(send, 20);
      try {
        const [id] = await vi.waitFor(async () => {
          const ids = await jobsOf(key);
          expect(ids).toHaveLength(1);
          return ids;
        }, ENDED);
        await remove(id as string, key);
        // Before the next one: an upload keeps its place until the process that receives it has noticed.
        expect(await codeOf(await answer)).toBe("404 no_such_job close");
      } finally {
        clearInterval(sending);
      }
    }
    await everyFileClosed();
    expect(server.events("repricing_failed")).toEqual([]);
  });

  test("ends when its key is revoked", async () => {
    const key = await newKey();
    const upload = uploading(key);
    await vi.waitFor(async () => expect(await jobsOf(key)).toHaveLength(1), ENDED);
    await ratebook(["keys", "revoke", key.id, "--home", home]);
    expect(await codeOf(await upload.answer)).toBe("401 invalid_api_key close");
    await everyFileClosed();
  });
});

describe("a download", () => {
  /* The tests share two jobs, which the last two of them end. */
  let jobs: readonly [LargeJob, LargeJob];

  beforeAll(async () => {
    jobs = await Promise.all([largeJob(), largeJob()]);
  });

  test("is one of eight at once of its key in each process, and the next is asked to wait", async () => {
    const [{ key, id }, { key: other, id: otherId }] = jobs;
    const most = JOB_LIMITS.downloadsPerKeyMax * 2;
    const downloads = await Promise.all(Array.from({ length: most + 4 }, () => downloading(id, key)));
    const refused = downloads.filter(({ head }) => !head.startsWith("HTTP/1.1 200"));
    expect(refused.length).toBeGreaterThanOrEqual(4);
    expect(downloads.length - refused.length).toBeGreaterThanOrEqual(JOB_LIMITS.downloadsPerKeyMax);
    for (const { head } of refused) {
      expect(head).toMatch(/^HTTP\/1.1 429 .*\r\nretry-after: 2\r\n.*"code":"too_much_at_once"/s);
    }
    const others = await downloading(otherId, other);
    expect(others.head).toMatch(/^HTTP\/1.1 200 /);
    for (const { socket } of [...downloads, others]) socket.destroy();
    await everyFileClosed();
    const again = await downloading(id, key);
    expect(again.head).toMatch(/^HTTP\/1.1 200 /);
    again.socket.destroy();
    // A head takes a place for a moment only, and so does a file that is not there.
    for (let times = 0; times <= most; times += 1) {
      const head = await server.fetch(`${REPRICE}/${id}/results`, { method: "HEAD", headers: bearer(key) });
      const faults = await server.fetch(`${REPRICE}/${id}/faults`, { headers: bearer(key) });
      expect([head.status, faults.status]).toEqual([200, 404]);
    }
  });

  test("ends when its job is deleted, by whichever process, and its file is closed", async () => {
    const [{ key, id }] = jobs;
    const downloads = await Promise.all(Array.from({ length: 6 }, () => downloading(id, key)));
    await remove(id, key);
    await everyFileClosed();
    for (const { socket, head } of downloads) {
      expect(head).toContain(`content-length: ${LARGE}`);
      expect(await restOf(socket)).toBeLessThan(LARGE / 2);
    }
  });

  test("ends when its key is revoked", async () => {
    const [, { key, id }] = jobs;
    const { socket } = await downloading(id, key);
    await ratebook(["keys", "revoke", key.id, "--home", home]);
    await everyFileClosed();
    expect(await restOf(socket)).toBeLessThan(LARGE / 2);
  });
});
