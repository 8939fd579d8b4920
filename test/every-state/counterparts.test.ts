import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CounterpartSurvey, surveyOf } from "../../src/answers/coverage/survey.ts";
import type { Day } from "../../src/core/calendar/day.ts";
import type { RowPlace, Table } from "../../src/dataset/table.ts";
import type { Counterpart, State, TableEnd } from "../../src/pricing/state/state.ts";
import type { Release, StateInRelease } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";
import { type CompiledDataset, compiledDataset } from "../support/compiled-dataset.ts";

/* A counterpart is declared by functions of rows: one that looks at the wrong column would find nothing, or everything, lacking. */

const DAY = "2026-06-01" as Day;
let compiled: CompiledDataset;
let release: Release;

beforeAll(async () => {
  compiled = await compiledDataset("data/sample");
  release = compiled.open();
});

afterAll(() => compiled.discard());

async function surveyed(source: StateInRelease, of: Release, place: number): Promise<CounterpartSurvey> {
  return (await surveyOf(source, of)).counterparts[place] as CounterpartSurvey;
}

/** The release as if the rows that offer a counterpart for a value were not in it. */
function without(value: string, { needs }: Counterpart, source: StateInRelease): [StateInRelease, Release] {
  const offers = (end: { readonly value: TableEnd["value"] }, row: RowPlace) => end.value(row as never) === value;
  const isGone = (table: Table, row: RowPlace) =>
    needs.some((end) => "table" in end && end.table === table && offers(end, row));
  const groups = function* (table: Table) {
    for (const rows of release.tables.groups(table)) yield rows.filter((row) => !isGone(table, row));
  };
  const { directory } = source;
  const fewer = {
    row: (number: number) => directory.row(number),
    pricedIn: directory.pricedIn.bind(directory),
    find: (...asked: Parameters<typeof directory.find>) =>
      directory
        .find(...asked)
        .filter((row) => !needs.some((end) => "foundBy" in end && offers(end, row as unknown as RowPlace))),
  } as unknown as typeof directory;
  return [
    { ...source, directory: fewer },
    { ...release, tables: { groups } },
  ];
}

/** What is wrong with how providers are named in a counterpart, in words. */
function misnamedProviders({ what, of, needs }: Counterpart, { providers }: State): readonly string[] {
  const faults: string[] = [];
  if ("table" in of && of.table === providers.table) faults.push(`${what}: of providers, say { pricedIn: setting }`);
  for (const end of needs) {
    if ("table" in end && end.table === providers.table)
      faults.push(`${what}: needs providers, say { foundBy: identifier }`);
    if ("foundBy" in end && !(end.foundBy in providers.identifiers))
      faults.push(`${what}: nobody is found by ${end.foundBy}`);
  }
  return faults;
}

it("a counterpart on the table of providers is named, on either side", () => {
  const [state] = states;
  if (state === undefined) throw new Error("no state");
  const end: TableEnd = { table: state.providers.table, value: () => null };
  expect(
    misnamedProviders({ what: "rates", of: end, needs: [end, { foundBy: "nip", value: end.value }] }, state),
  ).toEqual([
    "rates: of providers, say { pricedIn: setting }",
    "rates: needs providers, say { foundBy: identifier }",
    "rates: nobody is found by nip",
  ]);
});

describe.each(states)("$name", (state) => {
  it("declares no counterpart on the table of its providers, which is no rate table, and finds them by identifiers", () => {
    expect(state.counterparts.flatMap((declared) => misnamedProviders(declared, state))).toEqual([]);
  });

  it.each(state.counterparts.map((declared, place) => ({ ...declared, declared, place })))(
    "$what: found where it is there, and missed where it is not",
    async ({ declared, place }) => {
      const source = release.states.get(state.code) as StateInRelease;
      const { needed, offered, ...complete } = await surveyed(source, release, place).then((survey) => ({
        needed: survey.needed,
        offered: survey.offered,
        lacking: survey.lackingOn(DAY),
      }));
      const satisfied = needed.values.find((each) => needed.isInForce(each, DAY) && offered.isInForce(each, DAY));
      expect(satisfied, "the sample has one with its counterpart").toBeDefined();

      const lessened = await surveyed(...without(satisfied as string, declared, source), place);
      expect(lessened.needed.isInForce(satisfied as string, DAY)).toBe(true);
      expect(lessened.offered.isInForce(satisfied as string, DAY)).toBe(false);
      const { checked, lacking } = complete.lacking;
      expect(lessened.lackingOn(DAY)).toMatchObject({ checked, lacking: lacking + 1 });
    },
  );
});
