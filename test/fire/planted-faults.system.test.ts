import { closeSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { fileStates, isSame, leftovers, neitherOldNorNew } from "../../scripts/faults/file-states.ts";
import { killedProblem, leftProblem, resultProblem } from "../../scripts/faults/job-scenes.ts";
import { Findings } from "../../scripts/fire/findings.ts";
import type { Answer } from "../../scripts/fire/http.ts";
import { type Job, JobClient } from "../../scripts/fire/job-client.ts";
import type { KnownLookup } from "../../scripts/fire/known-lookups.ts";
import { Canaries, leaksInFolders, leaksInText } from "../../scripts/fire/leaks.ts";
import { BUSY, PROMISED } from "../../scripts/fire/patience.ts";
import { PriceWatch, problemOf } from "../../scripts/fire/price-watch.ts";
import { sizeOf, sizeOfAll } from "../../scripts/fire/process-size.ts";
import { Random } from "../../scripts/fire/random.ts";
import { checkSettled } from "../../scripts/fire/settling.ts";
import { fuzzBatches } from "../../scripts/fuzz/batch-fuzz.ts";
import { fuzzBytes } from "../../scripts/fuzz/byte-fuzz.ts";
import { Contract } from "../../scripts/fuzz/contract.ts";
import type { FuzzedServer } from "../../scripts/fuzz/fuzzed-server.ts";
import { type Json, type Operation, operationsOf } from "../../scripts/fuzz/openapi.ts";
import { cookieIn, fuzzSessions } from "../../scripts/fuzz/session-fuzz.ts";
import { formProblem, pricedProblem } from "../../scripts/fuzz/upload-fuzz.ts";
import { announcedStop } from "../../scripts/nodes/stop-watch.ts";
import { latencyNote, memoryProblem, slowness } from "../../scripts/soak/attacks/judging.ts";
import { Judge } from "../../scripts/soak/judge.ts";
import type { Expected } from "../../scripts/soak/mix.ts";
import { downloadProblem, listProblem, summaryProblem } from "../../scripts/soak/repricing-clients.ts";
import { createOpenApi } from "../../src/serve/http/openapi/document.ts";
import { states } from "../../src/states/index.ts";
import { SOON } from "../support/waiting.ts";
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

function tried(
  port: number,
  triesMin: number,
  patience: FuzzedServer["patience"],
  findings: Findings,
  lookups: FuzzedServer["lookups"] = [],
): FuzzedServer {
  return {
    port,
    key: "",
    lookups,
    random: new Random(SEED),
    budget: { triesMin, milliseconds: 0 },
    patience,
    findings,
  };
}

it("batches: an item that is not its single lookup is found, and answers that are not in the order of the items", async () => {
  let count = 0;
  const port = await badServer((request, response) => {
    count += 1;
    const responses = Array.from({ length: 20 }, (_, index) => ({ index, results: [count], error: null }));
    if (request.url === "/openapi.json") response.end(JSON.stringify(document));
    else response.end(request.url?.endsWith("/batch") ? JSON.stringify({ responses }) : "[]");
  });
  const findings = new Findings();
  await fuzzBatches(tried(port, 1, BUSY, findings));
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
    await fuzzBytes(tried(port, 9, patience, findings, [known]));
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
    await vi.waitFor(() => expect(count).toBeGreaterThan(0), SOON);
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

  async function judged(notify: (judge: Judge) => void, { stoodStill = 0, isExplained = false }: Given = {}) {
    const findings = new Findings();
    const judge = new Judge({
      stoodStill: async () => stoodStill,
      isExplained: async () => isExplained,
      patience: PROMISED,
      findings,
    });
    notify(judge);
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

describe("uploads: an answer is found", () => {
  const contract = new Contract(document, PROMISED);
  const uploading = { documented: "/reprice", method: "post" };
  const right: Answer = { status: 200, headers: { "x-request-id": "r-1" }, body: "", milliseconds: 1 };
  const full = { type: "/p", title: "t", status: 503, detail: "d", code: "overloaded", request_id: "r-1" };
  const fullHeaders = { ...right.headers, "content-type": "application/problem+json" };
  const job: Job = { id: "1", status: "done", reason: null, results: "/results", faults: null };
  const claims = { bytes: Buffer.from("x"), fields: {}, isRead: true };

  /** A server that takes every file and shows this job of it. */
  async function pricedAs(shown: object): Promise<string | null> {
    const port = await badServer((request, response) => {
      request.resume();
      response.writeHead(request.method === "POST" ? 202 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify({ ...job, ...shown }));
    });
    const anything = { problemOf: () => null } as unknown as Contract;
    return await pricedProblem({ jobs: new JobClient(port, ""), contract: anything, patience: BUSY }, claims);
  }

  it("that is 503 without the time to come back", () => {
    const answer = { ...right, status: 503, headers: fullHeaders, body: JSON.stringify(full) };
    expect(contract.problemOf(uploading, answer, true)).toContain("answered 503");
    const notices = { ...answer, headers: { ...fullHeaders, "retry-after": "15" } };
    expect(contract.problemOf(uploading, notices, true)).toBeNull();
    expect(contract.problemOf(uploading, notices)).toContain("answered 503");
  });

  it("that waits for more of a form that was whole, breaks, or refuses what is well-formed", async () => {
    const uploads = { contract, jobs: new JobClient(1, "") };
    const problem = (answer: Answer | Error) => formProblem(uploads, { isRead: true }, answer);
    expect(await problem({ ...right, status: 408 })).toContain("waited for more");
    expect(await problem(new Error("socket hang up"))).toContain("the connection broke");
    expect(await problem({ ...right, status: 400 })).toContain("refused with 400");
  });

  it("of a job that fails by a mistake, without a reason, or although its file is one that is read", async () => {
    expect(await pricedAs({})).toBeNull();
    expect(await pricedAs({ status: "failed", reason: "Something went wrong here. Send" })).toContain("went wrong");
    expect(await pricedAs({ status: "failed" })).toBe("failed without a reason");
    expect(await pricedAs({ status: "failed", reason: "no table" })).toBe("failed: no table");
  });
});

describe("sessions: a cookie is found", () => {
  const attributes = "Max-Age=1; Path=/; HttpOnly; SameSite=Strict";

  it("that scripts or other sites can use, or that TLS does not protect", () => {
    expect(cookieIn(`s=t; ${attributes}`, false)).toEqual({ name: "s", token: "t" });
    expect(cookieIn("s=t; Path=/", false)).toBe("the cookie lacks HttpOnly, SameSite=Strict");
    expect(cookieIn(`__Host-s=t; ${attributes}`, true)).toBe("the cookie lacks Secure");
    expect(cookieIn(`s=t; ${attributes}; Secure`, true)).toBe("over TLS the cookie is called s");
    expect(cookieIn("", false)).toContain("no cookie");
  });

  it("that works although it is forged, or ended", async () => {
    const port = await badServer((request, response) => {
      response.setHeader("set-cookie", `s=a.1.b.c; ${attributes}`);
      response.end(request.url === "/openapi.json" ? JSON.stringify(document) : "[]");
    });
    const findings = new Findings();
    const patience = { ...BUSY, revokedMillisecondsMax: 0 };
    await fuzzSessions(tried(port, 1, patience, findings, [known]));
    expect(foundBy(findings).map((text) => text.split(" {")[0])).toEqual([
      expect.stringContaining("sessions, forged: a lookup is answered"),
      expect.stringContaining("sessions, from another site: a lookup is answered"),
      expect.stringContaining("sessions, signed out: a lookup is answered"),
    ]);
  });
});

describe("jobs: what must not be is found", () => {
  const answer = (status: number, body: unknown): Answer => {
    return { status, headers: {}, body: JSON.stringify(body), milliseconds: 1 };
  };
  const done: Job = { id: "1", status: "done", reason: null, results: "/r", faults: null, summary: { lookups: 1 } };
  const right = "whole";
  const whole: Answer = { ...answer(200, ""), body: right };

  it("a half result, and one of a job that failed", () => {
    expect(resultProblem(done, whole, right)).toBeNull();
    expect(resultProblem(done, { ...whole, body: "who" }, right)).toContain("a half result: 3 of 5");
    expect(resultProblem({ ...done, status: "failed", reason: "full" }, whole, right)).toContain("can be downloaded");
    expect(resultProblem({ ...done, status: "failed" }, answer(409, ""), right)).toBe("failed without a reason");
    expect(resultProblem(null, answer(409, ""), right)).toContain("neither ends nor fails");
    expect(resultProblem(answer(404, ""), answer(404, ""), right)).toBeNull();
  });

  it("a job of a killed worker that seems to go on, or that can be downloaded", () => {
    const failed: Job = { ...done, status: "failed", reason: "ended" };
    expect(killedProblem(failed, answer(409, ""))).toBeNull();
    expect(killedProblem({ ...done, status: "running" }, answer(409, ""))).toBe("its status is running");
    expect(killedProblem(null, answer(409, ""))).toBe("it seems to go on");
    expect(killedProblem(failed, whole)).toBe("its results can be downloaded");
  });

  it("claims that are left", async () => {
    const home = (await newWorkspace()).fresh("home");
    mkdirSync(`${home}/jobs/1`, { recursive: true });
    expect(await leftProblem(home, 0)).toBeNull();
    writeFileSync(`${home}/jobs/1/input`, "canaryofclaims,1");
    expect(await leftProblem(home, 0)).toContain("claims are left in");
  });

  it("a list without the job or with its summary, another summary, other bytes", () => {
    const { summary, ...listed } = done;
    expect(listProblem(answer(200, { jobs: [listed] }), "1")).toBeNull();
    expect(listProblem(answer(405, {}), "1")).toContain("answered 405");
    expect(listProblem(answer(200, { jobs: [] }), "1")).toContain("not in the list of 0 jobs");
    expect(listProblem(answer(200, { jobs: [done] }), "1")).toContain("summaries");
    expect(summaryProblem(done, { summary: JSON.stringify(summary) })).toBeNull();
    expect(summaryProblem(done, { summary: "{}" })).toContain("another summary");
    expect(downloadProblem(whole, right)).toBeNull();
    expect(downloadProblem({ ...whole, body: "hole" }, right)).toContain("4 of 5 characters");
  });
});

describe("attacks: slowness is found", () => {
  const quiet = { idle: [2, 3, 4], othersShare: 0.02 };

  it("where the machine is quiet, and only told where it is busy", () => {
    expect(slowness({ ...quiet, beside: [3, 50] })).toBeNull();
    expect(slowness({ ...quiet, beside: [3, 51] })).toContain("take 51 ms at p99");
    expect(slowness({ ...quiet, beside: [] })).toContain("no lookup was answered");
    for (const busy of [
      { ...quiet, idle: [30] },
      { ...quiet, othersShare: 0.5 },
    ]) {
      expect(slowness({ ...busy, beside: [3, 400] })).toBeNull();
      expect(latencyNote({ ...busy, beside: [3, 400] })).toContain("the machine is busy");
      expect(slowness({ ...busy, beside: [1_500, 1_500] })).toContain("take 1500 ms at p99");
    }
  });

  it("and memory beyond a container's", () => {
    expect(memoryProblem(2 ** 30)).toBeNull();
    expect(memoryProblem(2 ** 31)).toBe("a process of the server took 2048 MiB");
  });
});

it("memory: what a process that is never killed holds on to is found, whatever others have given back", async () => {
  const port = await badServer((_request, response) => void response.end());
  const base = { residentBytes: 1, descriptors: 1_000 };
  const findings = new Findings();
  const given = { millisecondsMax: 0, sizeNow: () => sizeOfAll([process.pid]) };
  await checkSettled({ pid: 0, port }, base, "", [], findings, given);
  expect(foundBy(findings)).toHaveLength(1);
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

it("nodes: one that refuses connections as soon as it says that it stops is found", async () => {
  let answers = 0;
  const server = createHttpServer((_request, response) => {
    response.writeHead(503).end();
    answers += 1;
    if (answers === 3) server.close();
  });
  expect(await announcedStop(await listening(server))).toBe("its port was closed after 3 answers of 503 on /readyz");
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
