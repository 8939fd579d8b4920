import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import type { State } from "../../../src/pricing/state/state.ts";
import { describedFile } from "../../../src/release/open.ts";
import { dryRun } from "../../../src/reprice/dry-run.ts";
import { NO_TOLERANCE } from "../../../src/reprice/pricing/payment-comparison.ts";
import { readX12 } from "../../../src/reprice/x12/x12-file.ts";
import { outpatient } from "../../../src/states/ca/outpatient/lookup.ts";
import { states } from "../../../src/states/index.ts";
import { SAMPLE } from "../../cli/support/ratebook.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { releaseAt } from "../../support/shared-release.ts";
import { repriced } from "../support/repriced.ts";
import { batch, bytesOf, MARKERS, type MadeClaim, remittance } from "./support/generator.ts";
import { batches } from "./support/made-claims.ts";

const folder = temporaryFolder();
const file = join(folder.path, "sample.db");
const state = states[0] as State;
let release: { readonly file: string; readonly contentHash: string };

beforeAll(async () => {
  await releaseAt(file, SAMPLE);
  release = { file, contentHash: describedFile(file).contentHash };
});
afterAll(() => folder.remove());

const stock = { codes: ["99213", "478331"], npis: ["1000700140"], modifiers: ["25"], isInpatient: false };
/** The birth date of every patient is a marker too. */
const birth = `${MARKERS.birth.slice(0, 4)}-${MARKERS.birth.slice(4, 6)}-${MARKERS.birth.slice(6)}`;
const made = batches(stock, 20, 3).map((claims) => claims.map((claim): MadeClaim => ({ ...claim, birth })));

const SECRETS = [...Object.values(MARKERS), birth];

function expectNoMarker(text: string): void {
  for (const secret of SECRETS) expect(text).not.toContain(secret);
}

describe("What identifies a patient", () => {
  it("is in the files that are read", () => {
    const texts = [remittance(made), batch(made)].join("");
    for (const marker of Object.values(MARKERS)) expect(texts).toContain(marker);
  });

  it.each([
    ["a remittance", remittance(made), false],
    ["a remittance joined with its claims", remittance(made), true],
    ["claims", batch(made), false],
  ])("reaches no result, rejected line, note or checkpoint of %s", async (_, text, isJoined) => {
    const at = mkdtempSync(join(folder.path, "run-"));
    const path = join(folder.path, "batch.837");
    writeFileSync(path, batch(made));
    const claims = isJoined ? { path, name: "batch.837" } : null;
    const run = await repriced(at, text, {
      state,
      setting: "outpatient",
      release,
      claims,
      fields: ["payment_rate", "error_message"],
    });
    expect(run.results.length).toBeGreaterThan(20);
    const written = readdirSync(at).filter((name) => name !== "in.csv");
    expect(written).toContain("out.csv");
    expectNoMarker(JSON.stringify(run));
    for (const name of written) expectNoMarker(readFileSync(join(at, name), "utf8"));
  });

  it("reaches no preview", async () => {
    const path = join(folder.path, "in.837");
    writeFileSync(path, batch(made));
    const notes: string[] = [];
    const shown = await dryRun(
      {
        ...{
          state,
          setting: "outpatient",
          release,
          input: path,
          out: "-",
          fields: [],
          decided: new Map(),
          compare: null,
        },
        ...{
          tolerance: NO_TOLERANCE,
          explains: false,
          staleAfterMonths: null,
          passThrough: [],
          resume: false,
          force: false,
        },
        today: "2026-11-15" as Day,
      },
      (text) => notes.push(text),
    );
    expect(shown.lines).toHaveLength(10);
    expectNoMarker(JSON.stringify([shown, notes]));
  });

  it("reaches no error of a damaged file, wherever it is damaged", async () => {
    const short = remittance([[made[0]?.[0] as MadeClaim]]);
    for (let at = 110; at < short.length; at += 3) {
      // A lost terminator joins two segments; a foreign byte makes an unknown one.
      for (const damaged of [
        short.slice(0, at),
        short.slice(0, at) + short.slice(at + 7),
        `${short.slice(0, at)}~${short.slice(at)}`,
      ]) {
        const error = await readX12([bytesOf(damaged, "file", 1 << 16)], outpatient, null).then(() => null, String);
        if (error !== null) expectNoMarker(error);
      }
    }
  });
});
