import { describe, expect, test } from "vitest";
import { catalogueOf } from "../../../src/http/catalogue.ts";
import { states as declared } from "../../../src/states/index.ts";
import { hintIn } from "../../../web/src/look-up/hint-text.ts";
import { type Lookup, lookupIn, otherPlace, withFields } from "../../../web/src/look-up/lookup.ts";
import { lackingIn, partsOfQuestion } from "../../../web/src/look-up/parts-of-question.ts";
import { questionText } from "../../../web/src/look-up/question-text.ts";

const { states } = catalogueOf(declared);
const everySetting = states.flatMap((state) => state.settings.map((setting) => ({ state, setting })));

function lookupAt(address: string): Lookup {
  const lookup = lookupIn(new URLSearchParams(address), states);
  if (lookup === null) throw new Error("No state is declared");
  return lookup;
}

describe("the question of every setting", () => {
  test.each(everySetting.map((each) => [each.setting.summary, each] as const))(
    "asks for each parameter once: %s",
    (_, { setting }) => {
      const { provider, code, day, others } = partsOfQuestion(setting);
      expect(provider.map(({ name }) => name)).toEqual(["npi", "provider_name"]);
      const asked = [...provider, code, day, ...others].map((each) => each?.name);
      const all = setting.parameters.map(({ name }) => name).filter((name) => name !== "reference_id");
      expect(asked.toSorted()).toEqual(all.toSorted());
      expect(day?.kind).toBe("day");
    },
  );

  test.each(everySetting.map((each) => [each.setting.summary, each] as const))(
    "is whole in each of its examples: %s",
    (_, { state, setting }) => {
      for (const { query } of setting.examples) expect(lackingIn({ state, setting, fields: query })).toEqual([]);
    },
  );
});

describe("a question that cannot be asked yet", () => {
  test("lacks a provider by any of its identifiers, and what is required", () => {
    const names = (address: string) => lackingIn(lookupAt(address)).map(({ name }) => name);
    expect(names("state=ca&setting=outpatient")).toEqual(["provider_name", "billing_code"]);
    expect(names("state=ca&setting=outpatient&state_provider_id=1")).toEqual(["billing_code"]);
    expect(names("state=ca&setting=outpatient&billing_code=99213")).toEqual(["provider_name"]);
    expect(names("state=ny&setting=inpatient&npi=1100012503")).toEqual([]);
  });
});

describe("another state or setting", () => {
  const [, second] = states;
  test("begins with its example, and keeps the day under the name that it has there", () => {
    const lookup = lookupAt("state=ca&setting=inpatient&billing_code=560-1&npi=1000100010&admit_date=2025-02-03");
    const setting = second?.settings.find((each) => each.setting === "inpatient");
    if (second === undefined || setting === undefined) throw new Error("No second state with stays");
    expect(otherPlace(lookup, second, setting).fields).toEqual({
      ...setting.examples[0]?.query,
      [setting.day_parameter]: "2025-02-03",
    });
    const withoutDay = withFields(lookup, { admit_date: null });
    expect(otherPlace(withoutDay, second, setting).fields).toEqual(setting.examples[0]?.query);
  });
});

describe("the question in a line", () => {
  const lookup = lookupAt("state=ca&setting=outpatient&billing_code=99213&npi=1000100010&date_of_service=2026-10-01");
  test.each([
    [lookup, "Golden Poppy Medical Center", undefined, "99213 at Golden Poppy Medical Center on 1 Oct 2026"],
    [lookup, null, undefined, "99213 at NPI 1000100010 on 1 Oct 2026"],
    [withFields(lookup, { date_of_service: null }), null, "2026-11-16", "99213 at NPI 1000100010 on 16 Nov 2026"],
    [withFields(lookup, { date_of_service: null }), null, undefined, "99213 at NPI 1000100010 today"],
    [
      withFields(lookup, { npi: null, provider_name: "medical", date_of_service: "10/01/2026" }),
      "Abalone Medical Center",
      undefined,
      "99213 at every provider with “medical” in its name on 10/01/2026",
    ],
    [withFields(lookup, { npi: null, billing_code: null }), null, undefined, "Outpatient on 1 Oct 2026"],
  ])("%#", (asked, name, dayUsed, text) => {
    expect(questionText(asked, name, dayUsed)).toBe(text);
  });
});

describe("a hint", () => {
  test.each(everySetting.flatMap(({ setting }) => setting.parameters).map(({ description }) => [description]))(
    "says all of the description, cut between clauses: %s",
    (description) => {
      const { first, rest } = hintIn(description);
      expect(`${first} ${rest}`.trim()).toBe(description);
      if (rest !== "") expect(first).toMatch(/[.;]$/);
    },
  );

  test("is cut where it is long", () => {
    const clause = "Sixty characters of a first clause, which is quite long, so;";
    expect(hintIn(`${clause} ${clause}`)).toEqual({ first: clause, rest: clause });
    expect(hintIn(`${clause} short.`)).toEqual({ first: `${clause} short.`, rest: "" });
  });
});
