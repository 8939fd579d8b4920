import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { coverage } from "../../src/answers/coverage.ts";
import { answerFrom, kindsFor, lookupKinds } from "../../src/answers/index.ts";
import { search } from "../../src/answers/search.ts";
import type { Day } from "../../src/core/calendar/day.ts";
import { objectIn } from "../../src/core/schema/schema.ts";
import { releaseBackend } from "../../src/mcp/backend.ts";
import type { Tool } from "../../src/mcp/tool.ts";
import { toolsOver } from "../../src/mcp/tools.ts";
import { openRelease } from "../../src/release/open.ts";
import { type Release, releaseName } from "../../src/release/release.ts";
import { longWorkHere } from "../../src/serve/http/long-work/here.ts";
import { states } from "../../src/states/index.ts";
import { ratebook, SAMPLE } from "../cli/support/ratebook.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { answerPointer, strictFaults } from "../support/strict-schema.ts";

/*
 * The members of a real answer are those that its schema declares, none more and none missing: as the command prints it and as an agent
 * receives it. `test/serve/http/csv/every-answer.test.ts` has the answers over HTTP.
 */

const TODAY = "2026-11-15" as Day;
const folder = temporaryFolder();
const file = join(folder.path, "rates.db");
let release: Release;
let tools: ReadonlyMap<string, Tool>;

beforeAll(async () => {
  await releaseAt(file, SAMPLE);
  release = openRelease(file, states);
  const backend = releaseBackend({
    name: releaseName(release.description),
    states,
    work: longWorkHere(release),
    today: () => TODAY,
    staleAfterMonths: 18,
  });
  tools = new Map(toolsOver(backend).map((tool) => [tool.name, tool]));
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

/** What an answer for agents may have beside its own members; the instructions of the server describe it. */
const OF_EVERY_TOOL = ["release", "warnings", "in_common", "left_out"];

async function expectTool(name: string, sent: Readonly<Record<string, unknown>>, nullable: readonly string[]) {
  const { outputSchema, answer } = tools.get(name) as Tool;
  const answered = await answer(sent, new AbortController().signal);
  if (!answered.ok) throw new Error(answered.message);
  const declared = Object.keys(outputSchema.properties);
  const members = Object.keys(answered.structured);
  expect(members.filter((member) => ![...declared, ...OF_EVERY_TOOL].includes(member))).toEqual([]);
  expect(declared.filter((member) => !members.includes(member) && !nullable.includes(member))).toEqual([]);
}

/** The members of an answer that may be null, which agents do not receive then. */
function nullableIn(kind: { readonly schema: (typeof coverage)["schema"] }): readonly string[] {
  const members = Object.entries(objectIn(kind.schema({}, ""))?.properties ?? {});
  return members.flatMap(([name, { type, anyOf }]) => {
    const types = [type, ...(anyOf ?? []).map((each) => each.type)].flat();
    return types.includes("null") ? [name] : [];
  });
}

const LOOKUPS = states.flatMap((state) => state.lookups.map((lookup) => ({ state, lookup })));

describe.each(lookupKinds)("$name", (kind) => {
  const offered = LOOKUPS.filter(({ lookup }) => kindsFor(lookup).includes(kind));

  test.each(offered.map((each) => ({ ...each, title: `${each.state.code} ${each.lookup.setting}` })))(
    "has the members of its schema for agents: $title",
    async ({ state, lookup }) => {
      const { code } = state;
      const { setting } = lookup;
      const query = await firstAnswered(code, lookup);
      await expectTool(kind.name, { state: code, setting, parameters: query }, nullableIn(kind));
    },
  );

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

test.each(states)("search has the members of its schema, printed and for agents: $code", async (state) => {
  const [{ query } = { query: {} }] = search.examples(state);
  const args = [search.name, state.code, "--release", file];
  await expectPrinted(answerPointer(`/${state.code}${search.path}`), args, query);
  await expectTool(search.name, { state: state.code, parameters: query }, nullableIn(search));
});

test("coverage has the members of its schema, printed and for agents", async () => {
  await expectPrinted(answerPointer(coverage.path), [coverage.name, file]);
  await expectTool(coverage.name, {}, nullableIn(coverage));
  await expectTool(coverage.name, { state: "ca" }, nullableIn(coverage));
});

test("repriced claims have the members that their tool declares", async () => {
  const claims = `NPI,HCPCS,DOS,Paid\n1000700140,99213,2026-10-01,1.00\n12,99213,2026-10-01,1.00`;
  await expectTool("reprice", { state: "ca", setting: "outpatient", claims }, []);
});

test("a member that no schema declares is noticed", () => {
  const pointer = answerPointer("/releases");
  const named = { name: "Rates", version: "1", content_hash: "0", in_service: true };
  expect(strictFaults(pointer, { releases: [named], unreadable_files: 0 })).toEqual([]);
  expect(strictFaults(pointer, { releases: [{ ...named, more: 1 }], unreadable_files: 0 }).join()).toContain('"more"');
  expect(strictFaults(pointer, { releases: [named] }).join()).toContain("unreadable_files");
});
