import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerFrom } from "../../src/answers/index.ts";
import type { Day } from "../../src/core/calendar/day.ts";
import { openRelease } from "../../src/release/open.ts";
import type { Release } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";
import { SAMPLE } from "../cli/support/ratebook.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";

const folder = temporaryFolder();
let release: Release;

beforeAll(async () => {
  const file = join(folder.path, "rates.db");
  await releaseAt(file, SAMPLE);
  release = openRelease(file, states);
});

afterAll(() => {
  release.close();
  folder.remove();
});

async function answered(answer: string, state: string, fields: Readonly<Record<string, string>>) {
  const terms = { answer, states: [state], setting: null, today: "2026-11-15" as Day, staleAfterMonths: 18 };
  const found = await answerFrom(release, { ...terms, fields }, async () => true);
  if (found === null || !found.ok) throw new Error(JSON.stringify(found));
  return JSON.parse((await found.as("json")) as string);
}

describe("providers from a typed text", () => {
  const find = (text: string, state = "ca", limit = "3") => answered("find", state, { text, limit });

  test.each(["1000100010", "1000 100 010", "1000-100-010", "NPI 1000100010", "npi:1000.100.010", "NPI1000100010"])(
    "recognise the NPI %s",
    async (text) => {
      expect(await find(text)).toMatchObject({
        providers: [{ provider_name: "Golden Poppy Medical Center", npi: "1000100010" }],
        total_results: 1,
        identifier: { parameter: "npi", number: "1000100010" },
        did_you_mean: [],
      });
    },
  );

  test("recognise the state's number, also with a word before it and spaces in it", async () => {
    for (const text of ["106139924", "OSHPD 106 139 924", "Medicaid ID #106139924"]) {
      expect(await find(text)).toMatchObject({
        providers: [{ state_provider_id: "106139924" }],
        identifier: { parameter: "state_provider_id", number: "106139924" },
      });
    }
    expect(await find("9914001", "ny")).toMatchObject({ identifier: { parameter: "opcert", number: "9914001" } });
  });

  test("an NPI that no provider has is still one, and no name with a typing error", async () => {
    expect(await find("1999 999 999")).toMatchObject({
      providers: [],
      identifier: { parameter: "npi", number: "1999999999" },
      did_you_mean: [],
    });
  });

  test("words of a name stand in any order; those of a lookup by name are counted apart", async () => {
    expect(await find("center poppy")).toMatchObject({
      providers: [
        { provider_name: "Golden Poppy Medical Center" },
        { provider_name: "Poppyfield Community Health Center" },
      ],
      total_results: 2,
      identifier: null,
      named_as_typed: 0,
    });
    const { providers, total_results, named_as_typed, limit_applied } = await find("medical center");
    expect([providers.length, total_results, named_as_typed, limit_applied]).toEqual([3, 27, 27, 3]);
  });

  test("a typing error is offered with the right spelling", async () => {
    expect(await find("goldne popy")).toMatchObject({
      providers: [],
      total_results: 0,
      did_you_mean: [{ text: "GOLDEN POPPY", total_results: 1 }],
    });
  });

  test("a text without letters and digits finds nothing, and none is refused", async () => {
    expect(await find("!?")).toMatchObject({ providers: [], total_results: 0, did_you_mean: [] });
    await expect(answered("find", "ca", {})).rejects.toThrow("missing_parameter");
    await expect(find("x".repeat(201))).rejects.toThrow("invalid_parameter");
  });
});

describe("codes from a typed text", () => {
  const codes = async (text: string, setting = "outpatient", state = "ca") => {
    const { codes: found, ...rest } = await answered("codes", state, { text, setting, limit: "4" });
    return { ...rest, codes: found.map(({ code }: { code: string }) => code), found };
  };

  test("begin with it, without regard to case and hyphens", async () => {
    expect(await codes("5601", "inpatient")).toMatchObject({ codes: ["560-1"], exact: "560-1", total_results: 1 });
    expect(await codes("560", "inpatient")).toMatchObject({ codes: ["560-1", "560-2", "560-3", "560-4"], exact: null });
    expect(await codes("j18")).toMatchObject({ codes: expect.arrayContaining(["J1885"]) });
    expect(await codes("99213")).toMatchObject({ exact: "99213", codes: expect.arrayContaining(["99213"]) });
  });

  test("are found by words of their descriptions, beginnings included, in any order", async () => {
    const { found, total_results } = await codes("deliv vag", "inpatient", "fl");
    expect(total_results).toBeGreaterThan(0);
    for (const { description } of found) expect(description.toLowerCase()).toMatch(/vaginal.*deliver|deliver.*vaginal/);
  });

  test("of the CPT have no description, and are found by number alone", async () => {
    const { found } = await codes("99213");
    expect(found[0]).toEqual({ setting: "outpatient", code: "99213", description: null });
    expect((await codes("office")).codes).not.toContain("99213");
  });

  test.each(states.flatMap(({ code, lookups }) => lookups.map(({ setting }) => [code, setting] as const)))(
    "are there in every setting: %s %s",
    async (state, setting) => {
      const all = await answered("codes", state, { text: setting === "inpatient" ? "5" : "9", setting });
      expect(all.codes.length).toBeGreaterThan(10);
      expect(all.codes.every((each: { setting: string }) => each.setting === setting)).toBe(true);
    },
  );
});
