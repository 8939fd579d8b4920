import { closeSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { fileStates, isSame, leftovers, neitherOldNorNew } from "../../scripts/faults/file-states.ts";
import { Findings } from "../../scripts/fire/findings.ts";
import type { Answer } from "../../scripts/fire/http.ts";
import type { KnownLookup } from "../../scripts/fire/known-lookups.ts";
import { Canaries, leaksInFolders, leaksInText } from "../../scripts/fire/leaks.ts";
import { BUSY, PROMISED } from "../../scripts/fire/patience.ts";
import { PriceWatch, problemOf } from "../../scripts/fire/price-watch.ts";
import { sizeOf } from "../../scripts/fire/process-size.ts";
import { Random } from "../../scripts/fire/random.ts";
import { checkSettled } from "../../scripts/fire/settling.ts";
import { fuzzBatches } from "../../scripts/fuzz/batch-fuzz.ts";
import { fuzzBytes } from "../../scripts/fuzz/byte-fuzz.ts";
import { Contract } from "../../scripts/fuzz/contract.ts";
import { type Json, type Operation, operationsOf } from "../../scripts/fuzz/openapi.ts";
import { Judge } from "../../scripts/soak/judge.ts";
import type { Expected } from "../../scripts/soak/mix.ts";
import { createOpenApi } from "../../src/http/openapi/document.ts";
import { states } from "../../src/states/index.ts";
import { foundBy, newWorkspace, SEED } from "./support.ts";

/* What the tools are for: each kind of fault is planted once, and the part of a tool that looks for it finds it. */

const document = JSON.parse(JSON.stringify(createOpenApi(states, () => []))) as Json;
const LOOKUP = "/api/v1/ca/outpatient/rate";
const known: KnownLookup = { state: "ca", setting: "outpatient", query: {}, path: LOOKUP, answer: "[]" };

async function listening(server: Server): Promise<number> {
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** A server that answers wrongly on purpose. */
async function badServer(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createHttpServer(answer);
  onTestFinished(() => server.closeAllConnections());
  return await listening(server);
}

describe("requests: an answer is found", () => {
  const operations = operationsOf(document);
  const contract = new Contract(document, PROMISED);
  const livez = operations.find(({ id }) => id === "livez") as Operation;
  const lookup = operations.find(({ id }) => id === "ca-outpatient-rate") as Operation;

  function answer(status: number, body: unknown, mediaType = "application/json"): Answer {
    const headers = { "content-type": mediaType, "x-request-id": "r-1" };
    return { status, headers, body: JSON.stringify(body), milliseconds: 1 };
  }

  function problem(code: string, status: number): Answer {
    const shown = { type: "/p", title: "t", status, detail: "d", code, request_id: "r-1" };
    return answer(status, shown, "application/problem+json");
  }

  const alive = answer(200, { status: "alive" });

  it("only where it is faulty", () => {
    expect(contract.problemOf(livez, alive)).toBeNull();
    expect(contract.problemOf(lookup, problem("invalid_parameter", 400))).toBeNull();
  });

  it("that does not fit the document", () => {
    expect(contract.problemOf(livez, answer(200, { status: "dead" }))).toContain("does not fit");
    const bare = answer(400, { code: "invalid_parameter" }, "application/problem+json");
    expect(contract.problemOf(lookup, bare)).toContain("does not fit");
    expect(contract.problemOf(lookup, problem("batch_too_large", 400))).toContain("does not list");
    expect(contract.problemOf(lookup, problem("not_found", 400))).toContain("not_found as 400");
    expect(contract.problemOf(livez, answer(200, { status: "alive" }, "text/html"))).toBe("200 as text/html");
    expect(contract.problemOf(livez, { ...alive, headers: { "content-type": "application/json" } })).toBe(
      "200 without X-Request-Id",
    );
  });

  it("that is a failure, or late", () => {
    expect(contract.problemOf(lookup, problem("internal_error", 500))).toContain("answered 500");
    expect(contract.problemOf(livez, { ...alive, milliseconds: 2_001 })).toBe("took 2001 ms");
  });
});

it("batches: an item that is not its single lookup is found, and answers that are not in the order of the items", async () => {
  let count = 0;
  const port = await badServer((request, response) => {
    count += 1;
    const responses = Array.from({ length: 20 }, (_, index) => ({ index, results: [count], error: null }));
    if (request.url === "/openapi.json") response.end(JSON.stringify(document));
    else response.end(request.url?.endsWith("/batch") ? JSON.stringify({ responses }) : "[]");
  });
  const findings = new Findings();
  await fuzzBatches(port, "", new Random(SEED), { triesMin: 1, milliseconds: 0 }, BUSY, findings);
  expect(foundBy(findings)).toEqual([
    expect.stringContaining("an item is its single lookup: the single lookup: []"),
    expect.stringContaining("permuted items are permuted answers: differs"),
  ]);
});

describe("bytes: a connection is found", () => {
  async function foundIn(talk: (socket: Socket) => void, closingMillisecondsMax: number): Promise<readonly string[]> {
    const port = await listening(createServer({ allowHalfOpen: true }, (socket) => talk(socket.on("error", () => {}))));
    const findings = new Findings();
    const patience = { ...BUSY, closingMillisecondsMax };
    await fuzzBytes(port, "", [known], new Random(SEED), { triesMin: 9, milliseconds: 0 }, patience, findings);
    return foundBy(findings);
  }

  it.each([
    ["answered 500", "HTTP/1.1 500 Oh\r\nContent-Length: 2\r\n\r\nno"],
    ["not a status line", "garbage\r\n\r\n"],
    ["2 of 9 bytes", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nno"],
    ["not answered", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nno"],
  ])("on which is %s", async (problem, said) => {
    expect((await foundIn((socket) => socket.end(said), BUSY.closingMillisecondsMax)).join()).toContain(problem);
  });

  it("that hangs", async () => {
    expect((await foundIn((socket) => socket.resume(), 100)).join()).toContain("still open after 100 ms");
  });
});

describe("prices: a server is found", () => {
  async function problemWith(status: number, body: string): Promise<string | null> {
    let count = 0;
    const port = await badServer((_request, response) => {
      count += 1;
      if (status === 0) response.socket?.destroy();
      else response.writeHead(status).end(body);
    });
    const watch = new PriceWatch(port, "", [known], { patience: BUSY });
    await vi.waitFor(() => expect(count).toBeGreaterThan(0), { timeout: 120_000 });
    return problemOf(await watch.stop());
  }

  it.each([
    ["that gives a wrong price", 200, "[1]", `wrong prices: ${LOOKUP} answered [1]`],
    ["that fails", 500, "no", `${LOOKUP} answered 500: no`],
    ["that is not ready", 503, "no", "answers of 503"],
    ["that breaks connections", 0, "", "connections broke"],
  ])("%s", async (_what, status, body, problem) => {
    expect(await problemWith(status, body)).toContain(problem);
  });

  it("only where it does", async () => {
    expect(await problemWith(200, "[]")).toBeNull();
  });
});

describe("load: an answer is found", () => {
  const expected: Expected = {
    kind: "lookup",
    sent: { method: "GET", path: LOOKUP, headers: {} },
    status: 200,
    body: "[]",
  };
  const right: Answer = { status: 200, headers: {}, body: "[]", milliseconds: 3 };

  interface Given {
    readonly stoodStill?: number;
    readonly isExplained?: boolean;
  }

  async function judged(tell: (judge: Judge) => void, { stoodStill = 0, isExplained = false }: Given = {}) {
    const findings = new Findings();
    const judge = new Judge({
      stoodStill: async () => stoodStill,
      isExplained: async () => isExplained,
      patience: PROMISED,
      findings,
    });
    tell(judge);
    await judge.conclude();
    return foundBy(findings).join();
  }

  function found(answer: Partial<Answer>, given?: Given) {
    return judged((judge) => judge.answered(expected, { ...right, ...answer }), given);
  }

  it("that is wrong, however long the machine stood still and whichever worker was killed", async () => {
    const given = { stoodStill: 60_000, isExplained: true };
    expect(await found({}, given)).toBe("");
    expect(await found({ body: "[1]", milliseconds: 9_000 }, given)).toContain("a wrong answer: [1]");
    expect(await found({ status: 500 }, given)).toContain("answered 500 instead of 200");
  });

  it("that hangs, unless the machine stood still for as long", async () => {
    expect(await found({ milliseconds: 2_701 }, { stoodStill: 700 })).toContain("took 2701 ms");
    expect(await found({ milliseconds: 2_700 }, { stoodStill: 700 })).toBe("");
  });

  it("that is 503 or was lost, unless a kill explains it", async () => {
    const broken = (judge: Judge) => judge.broken(expected, new Error("socket hang up"));
    expect(await found({ status: 503 })).toContain("answered 503");
    expect(await judged(broken)).toContain("the connection broke: socket hang up");
    expect(await found({ status: 503 }, { isExplained: true })).toBe("");
    expect(await judged(broken, { isExplained: true })).toBe("");
  });
});

it("leaks: a mark is found in a text and in a file, in UTF-8 and in UTF-16", async () => {
  const canaries = new Canaries(1);
  const mark = canaries.put("header cookie");
  canaries.all.push({ mark: "rb_live_key", where: "the key itself" });
  expect(leaksInText("log", `{"cookie":"${mark}"}`, canaries.all)).toHaveLength(1);
  expect(leaksInText("log", Buffer.from(mark, "utf16le").toString("latin1"), canaries.all)).toHaveLength(1);
  expect(leaksInText("log", "canary1 rb_live_other", canaries.all)).toEqual([]);
  const folder = (await newWorkspace()).fresh("leaks");
  writeFileSync(`${folder}/core`, `rb_live_key ${mark}`);
  expect(leaksInFolders([folder], canaries.all)).toHaveLength(2);
});

it("descriptors: those that a server holds on to are found", async () => {
  const port = await badServer((_request, response) => void response.end());
  const base = sizeOf(process.pid);
  const held = Array.from({ length: 20 }, () => openSync(import.meta.filename, "r"));
  const findings = new Findings();
  const given = { isMemoryJudged: false, millisecondsMax: 0 };
  await checkSettled({ pid: process.pid, port }, base, "", [], findings, given);
  for (const descriptor of held) closeSync(descriptor);
  expect(foundBy(findings)).toEqual([expect.stringContaining(`and ${base.descriptors} descriptors at first`)]);
});

it("files: one is old, new or broken; what a command leaves of its own is a leftover", async () => {
  const folder = (await newWorkspace()).fresh("files");
  writeFileSync(`${folder}/a.csv`, "old");
  const before = fileStates(folder);
  writeFileSync(`${folder}/a.csv`, "new");
  const after = fileStates(folder);
  expect(isSame(before, after)).toBe(false);
  expect(neitherOldNorNew(after, before, after)).toEqual([]);

  writeFileSync(`${folder}/a.csv`, "half");
  expect(neitherOldNorNew(fileStates(folder), before, after)).toHaveLength(1);

  writeFileSync(`${folder}/rates.db`, "no release");
  expect(fileStates(folder).get("rates.db")).toContain("broken: ");
  mkdirSync(`${folder}/.import`);
  writeFileSync(`${folder}/rates.db.1.partial`, "");
  expect(leftovers(folder).toSorted()).toEqual([".import", "rates.db.1.partial"]);
});
