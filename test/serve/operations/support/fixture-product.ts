import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { ApiKey } from "../../../../src/keys/api-key.ts";
import type { PageSession } from "../../../../src/keys/ended-sessions.ts";
import type { Release } from "../../../../src/release/release.ts";
import type { Application, Product, ServiceParts } from "../../../../src/serve/operations/product.ts";
import { NO_ORIGINS } from "../../../support/no-origins.ts";
import { NO_FILE, soundGuard } from "../../../support/sound-guard.ts";

/*
 * A product small enough to test how it is operated: a release is a JSON file with a name, and with the time that
 * opening it takes; the application tells which release it answers from, takes its time when asked to, and takes
 * lookups from the limits.
 */
export const product: Product = {
  openRelease,
  describeRelease: async (file) => (await openRelease(file)).description,
  createApplication,
  notReadyAnswer: (detail) => ({ mediaType: "application/json", body: JSON.stringify({ detail }) }),
  workerModule: new URL("./fixture-worker.ts", import.meta.url),
};

async function openRelease(file: string): Promise<Release> {
  const { name, openMilliseconds = 0 } = contentOf(file);
  await wait(openMilliseconds);
  const about = { version: "1", description: "", sources: [], rowCounts: {} };
  let isOpen = true;
  return {
    file,
    get description() {
      if (!isOpen) throw new Error("read after it was closed");
      return { name, contentHash: `hash-of-${name}`, ...about };
    },
    states: new Map(),
    rates: { rows: () => [], hasRows: () => false, editions: () => [] },
    tables: { groups: () => [] },
    origins: NO_ORIGINS,
    shared: { file, identity: NO_FILE, contentHash: `hash-of-${name}`, indexes: new Map() },
    guard: soundGuard(file),
    close: () => {
      isOpen = false;
    },
  };
}

interface Content {
  readonly name: string;
  readonly openMilliseconds?: number;
}

function contentOf(file: string): Content {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Content;
  } catch {
    throw new Error(`${file} is not a release.`);
  }
}

function createApplication(parts: ServiceParts): Application {
  const server = createServer(async (request, response) => {
    const startedAt = performance.now();
    await answer(parts, request, response);
    parts.observe({
      requestId: "r-1",
      route: (request.url ?? "").split("?")[0] ?? "",
      method: request.method ?? "?",
      status: response.statusCode,
      state: "ca",
      setting: "outpatient",
      problem: null,
      durationMilliseconds: performance.now() - startedAt,
      lookups: 1,
      priced: response.statusCode === 200 ? 1 : 0,
      keyId: keyOf(parts, request)?.id ?? null,
    });
  });
  return {
    server,
    listen: (where) =>
      new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(where, resolve);
      }),
    stopAccepting: async () => {
      server.close();
    },
    close: () => new Promise((resolve) => server.close(resolve)),
    isReady: () => isReady(parts),
  };
}

function isReady(parts: ServiceParts): boolean {
  return !parts.isStopping() && parts.releases.current !== null;
}

async function answer(parts: ServiceParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://localhost");
  switch (url.pathname) {
    case "/readyz":
      response.writeHead(isReady(parts) ? 200 : 503).end(parts.releases.reloadRefusal);
      return;
    case "/release":
      return await answerRelease(parts, Number(url.searchParams.get("wait") ?? 0), response);
    case "/take":
      return await answerTake(parts, url.searchParams, response);
    case "/session/ended":
      response.end(
        JSON.stringify({ hasEnded: parts.endedSessions.has(sessionOf(url.searchParams)), pid: process.pid }),
      );
      return;
    case "/session/end":
      parts.endedSessions.add(sessionOf(url.searchParams));
      await parts.announceEndedSession(sessionOf(url.searchParams));
      response.end();
      return;
    case "/disk":
      response.end(JSON.stringify(parts.homeDisk()));
      return;
    case "/metrics":
      response.end((await parts.metricsText?.()) ?? "");
      return;
    case "/busy":
      keepBusy(parts, Number(url.searchParams.get("milliseconds") ?? 0));
      response.end(String(process.pid));
      return;
    case "/end":
      process.exit(1);
      break;
    case "/fail":
      parts.reportFailure(new TypeError("no such thing as SENTINEL"), "r-2");
      response.writeHead(500).end();
      return;
    default:
      response.writeHead(404).end();
  }
}

/** A session that its parameter `id` names. */
function sessionOf(query: URLSearchParams): PageSession {
  return { keyId: "key", id: query.get("id") ?? "", expiresAtMilliseconds: Date.now() + 3_600_000 };
}

/** Keeps the event loop from turning while requests are answered, as very many that arrive together do. */
function keepBusy(parts: ServiceParts, milliseconds: number): void {
  for (let answers = 0; answers < milliseconds / 10; answers += 1) {
    Atomics.wait(NEVER_NOTIFIED, 0, 0, 10);
    parts.observe(ANSWERED);
  }
}

const NEVER_NOTIFIED = new Int32Array(new SharedArrayBuffer(4));

const ANSWERED: Parameters<ServiceParts["observe"]>[0] = {
  requestId: "r-3",
  route: "/busy",
  method: "GET",
  status: 200,
  state: "ca",
  setting: "outpatient",
  problem: null,
  durationMilliseconds: 1,
  lookups: 0,
  priced: 0,
  keyId: null,
};

/** The key of a request, as its parameter `key` has it. */
function keyOf(parts: ServiceParts, request: IncomingMessage): ApiKey | null {
  const { searchParams } = new URL(request.url ?? "/", "http://localhost");
  return parts.keys.authenticate(searchParams.get("key") ?? "");
}

/** Answers with the name of one release from beginning to end, however long it takes. */
async function answerRelease(parts: ServiceParts, milliseconds: number, response: ServerResponse): Promise<void> {
  const borrowed = parts.releases.borrow();
  if (borrowed === null) {
    response.writeHead(503).end();
    return;
  }
  if (parts.isStopping()) response.setHeader("connection", "close");
  // Whoever has the headers knows that the request is under way.
  response.flushHeaders();
  if (milliseconds > 0) await wait(milliseconds);
  response.end(JSON.stringify({ name: borrowed.release.description.name, pid: process.pid }));
  borrowed.giveBack();
}

async function answerTake(parts: ServiceParts, query: URLSearchParams, response: ServerResponse): Promise<void> {
  const key = parts.keys.authenticate(query.get("key") ?? "");
  if (key === null) {
    response.writeHead(401).end();
    return;
  }
  const admission = await parts.limits.take(key, Number(query.get("cost") ?? 1));
  response.writeHead(admission.admitted ? 200 : 429).end(JSON.stringify({ ...admission, pid: process.pid }));
}
