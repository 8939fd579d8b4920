import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { coverage } from "../../src/answers/coverage.ts";
import { answerFrom, kindsFor, lookupKinds } from "../../src/answers/index.ts";
import { search } from "../../src/answers/search.ts";
import type { Day } from "../../src/core/calendar/day.ts";
import { openRelease } from "../../src/release/open.ts";
import type { Release } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";
import { ratebook, SAMPLE } from "../cli/support/ratebook.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { answerPointer, strictFaults } from "../support/strict-schema.ts";

/*
 * The members of a real answer are those that its schema declares, none more and none missing, as the command prints it. `test/serve/http/csv/every-answer.test.ts` has the answers over HTTP.
 */

const TODAY = "2026-11-15" as Day;
const folder = temporaryFolder();
const file = join(folder.path, "rates.db");
let release: Release;

beforeAll(async () => {
  await releaseAt(file, SAMPLE);
  release = openRelease(file, states);
});

afterAll(() => {
  release.close();
  folder.remove();
});

type Query = Readonly<Record<string, string>>;

async function expectPrinted(pointer: string, args: readonly string[], query: Query = {}): Promise<void> {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const { code, stdout, stderr } = await ratebook([...args, ...pairs, "--json"]);
  expect(code, stderr).toBe(0);
  expect(strictFaults(pointer, JSON.parse(stdout)), stdout.slice(0, 500)).toEqual([]);
}

const LOOKUPS = states.flatMap((state) => state.lookups.map((lookup) => ({ state, lookup })));

describe.each(lookupKinds)("$name", (kind) => {
  const offered = LOOKUPS.filter(({ lookup }) => kindsFor(lookup).includes(kind));

  test("has the members of its schema, printed", async () => {
    // A command prints what every way in answers: one lookup of each kind, of all states in turn.
    const { state, lookup } = offered[lookupKinds.indexOf(kind) % offered.length] as (typeof LOOKUPS)[number];
    const query = await firstAnswered(state.code, lookup);
    const path = `/${state.code}/${lookup.setting}/rate${kind.path}`;
    await expectPrinted(answerPointer(path), [kind.name, state.code, lookup.setting, "--release", file], query);
  });

  /** The first of its examples that the sample can answer. */
  async function firstAnswered(code: string, lookup: (typeof LOOKUPS)[number]["lookup"]): Promise<Query> {
    const terms = { answer: kind.name, states: [code], setting: lookup.setting, today: TODAY, staleAfterMonths: 18 };
    for (const { query } of kind.examples(lookup)) {
      const answered = await answerFrom(release, { ...terms, fields: query }, async () => true);
      if (answered?.ok) return query;
    }
    throw new Error(`No example of ${kind.name} can be answered for ${code} ${lookup.setting}.`);
  }
});

test.each(states)("search has the members of its schema, printed: $code", async (state) => {
  const [{ query } = { query: {} }] = search.examples(state);
  const args = [search.name, state.code, "--release", file];
  await expectPrinted(answerPointer(`/${state.code}${search.path}`), args, query);
});

test("coverage has the members of its schema, printed", async () => {
  await expectPrinted(answerPointer(coverage.path), [coverage.name, file]);
});

test("a member that no schema declares is noticed", () => {
  const pointer = answerPointer("/releases");
  const named = { name: "Rates", version: "1", content_hash: "0", in_service: true };
  expect(strictFaults(pointer, { releases: [named], unreadable_files: 0 })).toEqual([]);
  expect(strictFaults(pointer, { releases: [{ ...named, more: 1 }], unreadable_files: 0 }).join()).toContain('"more"');
  expect(strictFaults(pointer, { releases: [named] }).join()).toContain("unreadable_files");
});
