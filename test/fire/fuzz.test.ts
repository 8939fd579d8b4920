import { expect, it } from "vitest";
import { Findings } from "../../scripts/fire/findings.ts";
import { BUSY } from "../../scripts/fire/patience.ts";
import { Random } from "../../scripts/fire/random.ts";
import { baseOf, checkSettled } from "../../scripts/fire/settling.ts";
import { fuzzBatches } from "../../scripts/fuzz/batch-fuzz.ts";
import { fuzzBytes } from "../../scripts/fuzz/byte-fuzz.ts";
import { fuzzDatasets } from "../../scripts/fuzz/dataset-fuzz.ts";
import { fuzzImports } from "../../scripts/fuzz/import-fuzz.ts";
import { fuzzRequests } from "../../scripts/fuzz/request-fuzz.ts";
import { foundBy, newWorkspace, SEED, sampleServer } from "./support.ts";

const LONG = 240_000;

function tries(count: number) {
  return { triesMin: count, milliseconds: 0 };
}

it("answers whatever is sent as its own document says, and a batch as its single lookups", {
  timeout: LONG,
}, async () => {
  const { server, key } = await sampleServer();
  const findings = new Findings();
  await fuzzRequests(server.port, key, new Random(SEED), tries(80), BUSY, findings);
  await fuzzBatches(server.port, key, new Random(SEED), tries(10), findings);
  expect(foundBy(findings)).toEqual([]);
  expect(findings.countOf("requests, hostile")).toBeGreaterThan(10);
  expect(findings.countOf("requests, valid")).toBeGreaterThan(10);
});

it("lives through any bytes, and holds no more afterwards than before", { timeout: LONG }, async () => {
  const { server, key, lookups } = await sampleServer();
  const findings = new Findings();
  const base = await baseOf(server, key, lookups);
  await fuzzBytes(server.port, key, lookups, new Random(SEED), tries(30), findings);
  await checkSettled(server, base, key, lookups, findings);
  expect(foundBy(findings)).toEqual([]);
  expect(server.hasEnded).toBe(false);
});

it("takes a dataset that says the same when it is written again, or tells where it is faulty", {
  timeout: LONG,
}, async () => {
  const findings = new Findings();
  await fuzzDatasets(newWorkspace(), new Random(SEED), tries(60), findings);
  expect(foundBy(findings)).toEqual([]);
  expect(findings.countOf("datasets, accepted and written again")).toBeGreaterThan(5);
  expect(findings.countOf("datasets, refused with file, line and column")).toBeGreaterThan(20);
  expect(findings.countOf("datasets, refused by build")).toBeGreaterThan(0);
});

it("takes a hostile import file or says why not", { timeout: LONG }, async () => {
  const findings = new Findings();
  await fuzzImports(newWorkspace(), new Random(SEED), tries(15), findings);
  expect(foundBy(findings)).toEqual([]);
});
