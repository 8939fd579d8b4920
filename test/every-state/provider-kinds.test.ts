import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { coverageOf } from "../../src/answers/coverage/cover.ts";
import type { Coverage } from "../../src/answers/coverage/schema.ts";
import type { Day } from "../../src/core/calendar/day.ts";
import { openRelease } from "../../src/release/open.ts";
import type { Release } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";
import { type SharedRelease, sharedRelease } from "../support/shared-release.ts";

const SAMPLE = join(import.meta.dirname, "..", "..", "data", "sample");

let shared: SharedRelease;
let release: Release;
beforeAll(async () => {
  shared = await sharedRelease(SAMPLE);
  release = openRelease(shared.file, states);
});
afterAll(() => {
  release.close();
  shared.discard();
});

describe.each(states)("$name", ({ lookups, providerKinds }) => {
  test("names the kinds of providers of each setting, with tables that the setting is priced from", () => {
    for (const { setting, tables } of lookups) {
      const kinds = providerKinds.filter((kind) => kind.setting === setting);
      expect(kinds.length, setting).toBeGreaterThan(0);
      for (const { needs, providers } of kinds) {
        expect(needs.length, providers).toBeGreaterThan(0);
        for (const { table } of needs) expect(tables).toContain(table);
      }
      expect(new Set(kinds.map(({ providers }) => providers)).size).toBe(kinds.length);
    }
  });
});

const on = (date: string): Promise<Coverage> =>
  coverageOf(release, { states: states.map(({ code }) => code), date: date as Day, staleAfterMonths: 18 });

function kindsIn({ states }: Coverage) {
  return states.flatMap(({ state, provider_kinds }) =>
    provider_kinds.map((kind) => ({ of: `${state} ${kind.setting} ${kind.providers}`, ...kind })),
  );
}

test("the sample prices all kinds, but for the schedule of surgical centers that Florida closed in 2017", async () => {
  const closed = "fl outpatient Ambulatory surgical centers, by procedure";
  const notPriced = async (date: string) => kindsIn(await on(date)).flatMap(({ of, priced }) => (priced ? [] : [of]));
  expect(await notPriced("2026-10-01")).toEqual([closed]);
  expect(await notPriced("2017-06-30")).not.toContain(closed);
  expect((await notPriced("1999-01-01")).length).toBe(kindsIn(await on("1999-01-01")).length);
});

test("a table of several sources says of each kind whose its rows are: the laboratory rates of Florida's sample are made up", async () => {
  const ofFlorida = (coverage: Coverage, providers: string) =>
    kindsIn(coverage).find(({ of }) => of === `fl outpatient ${providers}`);
  const october = await on("2026-10-01");
  expect(ofFlorida(october, "Practitioners")).toMatchObject({ synthetic: "some", newest_edition: "2026-01-01" });
  expect(ofFlorida(october, "Independent laboratories")).toMatchObject({ synthetic: "all", newest_edition: null });
  expect(ofFlorida(october, "Hospitals, by EAPG (HCPCS codes of hospitals have no rate)")).toMatchObject({
    priced: true,
  });
  // In 2025 all fees of the sample are made up, although a real publication is loaded for 2026.
  expect(ofFlorida(await on("2025-06-15"), "Practitioners")).toMatchObject({
    synthetic: "all",
    newest_edition: null,
    age_months: null,
  });
});
