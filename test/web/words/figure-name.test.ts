import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { catalogueOf } from "../../../src/serve/http/catalogue.ts";
import { states } from "../../../src/states/index.ts";
import { acronymsIn, figureName, figureTitle, inWords, labelOf, learnAcronyms } from "../../../web/src/words/names.ts";

const catalogue = catalogueOf(states);

/** What the declarations of a state's setting say of its figures. */
function settingOf(code: string, name: string) {
  const setting = catalogue.states.find((state) => state.code === code)?.settings.find((each) => each.setting === name);
  if (setting === undefined) throw new Error(`no ${code} ${name}`);
  return setting;
}

beforeAll(() => learnAcronyms(catalogue));
afterAll(() => learnAcronyms({ states: [] }));

describe("a figure", () => {
  test.each([
    ["siw", "Service intensity weight of the APR-DRG"],
    ["discharge_rate_used", "Hospital's discharge case payment rate"],
    ["los_scale_days_at_1_20", "Days at the high scale factor"],
    ["capital_per_disch_used", "Capital per discharge"],
    // No field of the result: the column's own words.
    ["psych_alc_days", "Psych ALC days"],
    ["conversion factor", "Conversion factor"],
  ])("%s is called %s", (name, title) => {
    expect(figureTitle(name, settingOf("ny", "inpatient"))).toBe(title);
  });

  test("that a state's page names in words keeps them", () => {
    expect(figureName("max adjustor", settingOf("fl", "inpatient"))).toBe("max adjustor");
  });

  test("is named in the text of a step as well, and nothing else there is touched", () => {
    const text = "discharge_rate_used (6521.22) x siw (0.8399) of a siwash = $5477.17";
    expect(inWords(text, new Set(["discharge_rate_used", "siw"]), settingOf("ny", "inpatient"))).toBe(
      "hospital's discharge case payment rate (6521.22) x service intensity weight of the APR-DRG (0.8399) of a siwash = $5477.17",
    );
  });

  test("of any state has no underscore and no digit of its field left in it", () => {
    for (const { settings } of catalogue.states) {
      for (const setting of settings) {
        for (const name of Object.keys(setting.figures)) expect(figureTitle(name, setting)).toMatch(/^[A-Z0-9][^_]+$/);
      }
    }
  });
});

describe("acronyms", () => {
  test("are what declarations write in capitals alone", () => {
    expect(acronymsIn(["An APR-DRG in a list", "CHILD or ADULT, IN or OUT, out", "<drg>-<soi>", "apr_drg"])).toEqual([
      "APR",
      "DRG",
    ]);
  });

  test("are those of the states in service", () => {
    expect(labelOf("apr_drg_code")).toBe("APR DRG code");
    expect(labelOf("child_patient")).toBe("Child patient");
    learnAcronyms({ states: [] });
    expect([labelOf("apr_drg_code"), labelOf("npi"), labelOf("state_provider_id")]).toEqual([
      "Apr drg code",
      "NPI",
      "State provider ID",
    ]);
  });
});
