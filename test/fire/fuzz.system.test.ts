import { beforeAll, expect, it } from "vitest";
import { Findings } from "../../scripts/fire/findings.ts";
import { type KnownLookup, knownLookups } from "../../scripts/fire/known-lookups.ts";
import { BUSY } from "../../scripts/fire/patience.ts";
import { type ProcessSize, sizeOf } from "../../scripts/fire/process-size.ts";
import { Random } from "../../scripts/fire/random.ts";
import { checkSettled } from "../../scripts/fire/settling.ts";
import { fuzzBatches } from "../../scripts/fuzz/batch-fuzz.ts";
import { fuzzBytes } from "../../scripts/fuzz/byte-fuzz.ts";
import { fuzzDatasets } from "../../scripts/fuzz/dataset-fuzz.ts";
import type { FuzzedServer } from "../../scripts/fuzz/fuzzed-server.ts";
import { fuzzImports } from "../../scripts/fuzz/import-fuzz.ts";
import { type HuntedServer, huntedServer, huntLeaks } from "../../scripts/fuzz/leak-hunt.ts";
import type { Operation } from "../../scripts/fuzz/openapi.ts";
import { fuzzRequests } from "../../scripts/fuzz/request-fuzz.ts";
import { fuzzSessions } from "../../scripts/fuzz/session-fuzz.ts";
import { fuzzUploads } from "../../scripts/fuzz/upload-fuzz.ts";
import { states } from "../../src/states/index.ts";
import { foundBy, newWorkspace, SEED, sharedWorkspace } from "./support.ts";

/* A short pass of `npm run fuzz`. One server gets the requests, the bytes, the uploads, the sessions and the marks, in this order: the hunt for marks ends it. */

/** Outpatient care in California, or nothing of a state: the others are answered by the same code. */
function isHunted({ path }: Operation): boolean {
  return !path.includes("/inpatient/") && states.every(({ code }) => code === "ca" || !path.includes(`/${code}/`));
}

const workspace = await sharedWorkspace();
let hunted: HuntedServer;
let lookups: readonly KnownLookup[];
let base: ProcessSize;

function tries(count: number) {
  return { triesMin: count, milliseconds: 0 };
}

function tried(count: number, findings: Findings): FuzzedServer {
  const { server, key } = hunted;
  const how = { random: new Random(SEED), budget: tries(count), patience: BUSY, findings };
  return { port: server.port, key, lookups, ...how };
}

beforeAll(async () => {
  hunted = await huntedServer(workspace);
  base = sizeOf(hunted.server.pid);
  lookups = await knownLookups(hunted.release, new Random(SEED), 40);
});

it("answers whatever is sent as its own document says, and a batch as its single lookups", async () => {
  const findings = new Findings();
  await fuzzRequests(tried(24, findings));
  await fuzzBatches(tried(3, findings));
  expect(foundBy(findings)).toEqual([]);
  expect(findings.countOf("requests, hostile")).toBeGreaterThan(5);
  expect(findings.countOf("requests, valid")).toBeGreaterThan(5);
});

it("lives through any bytes, and holds no more connections afterwards than before", async () => {
  const { server, key } = hunted;
  const findings = new Findings();
  await fuzzBytes(tried(15, findings));
  await checkSettled(server, base, key, lookups, findings, { isMemoryJudged: false });
  expect(foundBy(findings)).toEqual([]);
  expect(server.hasEnded).toBe(false);
});

it("answers any form and any file, and lookups beside them", async () => {
  const findings = new Findings();
  await fuzzUploads(tried(4, findings));
  expect(foundBy(findings)).toEqual([]);
  expect(findings.countOf("forms, a line like the boundary in the file")).toBe(1);
  expect(findings.countOf("uploads, lookups beside them")).toBe(1);
});

it("takes a session for its key until it is ended, and nothing that is made to look like one", async () => {
  const findings = new Findings();
  await fuzzSessions(tried(6, findings));
  expect(foundBy(findings)).toEqual([]);
  expect(findings.countOf("sessions, signed out")).toBe(6);
});

it("leaves nothing that is sent to it in its logs, metrics, errors, temporary files, home or database", async () => {
  const findings = new Findings();
  await huntLeaks(hunted, SEED, findings, isHunted);
  expect(foundBy(findings)).toEqual([]);
  expect(findings.countOf("leaks, marks that were put")).toBeGreaterThan(250);
});

it("takes a dataset that says the same when it is written again, or tells where it is faulty", async () => {
  const findings = new Findings();
  await fuzzDatasets(await newWorkspace(), new Random(SEED), tries(14), findings, { codes: ["ca"], builtShare: 0.2 });
  expect(foundBy(findings)).toEqual([]);
  expect(findings.countOf("datasets, accepted and written again")).toBeGreaterThan(0);
  expect(findings.countOf("datasets, refused with file, line and column")).toBeGreaterThan(5);
  expect(findings.countOf("datasets, refused by build")).toBeGreaterThan(0);
});

it("takes a hostile import file or says why not", async () => {
  const findings = new Findings();
  await fuzzImports(await newWorkspace(), new Random(SEED), tries(3), findings);
  expect(foundBy(findings)).toEqual([]);
});
