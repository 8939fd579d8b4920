import { describe, expect, test } from "vitest";
import { catalogueOf } from "../../../src/serve/http/catalogue.ts";
import { states as declared } from "../../../src/states/index.ts";
import { hintIn } from "../../../web/src/look-up/fields.tsx";
import { type Lookup, lookupIn, otherPlace, withFields } from "../../../web/src/look-up/lookup.ts";
import { lackingIn, partsOfQuestion, questionText } from "../../../web/src/look-up/question-form.tsx";

const { states } = catalogueOf(declared);
const everySetting = states.flatMap((state) => state.settings.map((setting) => ({ state, setting })));

function lookupAt(address: string): Lookup {
  return askedAt(address).lookup;
}

function askedAt(address: string) {
  const asked = lookupIn(new URLSearchParams(address), states);
  if (asked === null) throw new Error("No state is declared");
  return asked;
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

describe("an address", () => {
  const VISIT = "state=ca&setting=outpatient&npi=1000100010";
  test.each([
    ["", []],
    ["billing_code=99213", []],
    [`${VISIT}&billing_code=99213&date_of_service=`, []],
    ["state=tx&setting=outpatient&modifiers=1", ["tx is not a state that this key is enabled for"]],
    ["state=CA", ["CA is not a state that this key is enabled for"]],
    ["state=ca&setting=dental&tooth=3", ["dental is not a setting of California"]],
    [`${VISIT}&child_patiant=true`, ["child_patiant is not a parameter of this lookup"]],
    [`${VISIT}&billing_code=99213&billing_code=99214`, ["billing_code is given twice"]],
    [`${VISIT}&billing_code=1&billing_code=2&billing_code=2`, ["billing_code is given more than once"]],
    [`${VISIT}&state=ny&a=&a=`, ["a is not a parameter of this lookup", "state is given twice", "a is given twice"]],
  ])("says what of it is not understood: %s", (address, faults) => {
    expect(askedAt(address).notUnderstood).toEqual(faults);
  });

  test("keeps what is understood of it", () => {
    expect(lookupAt(`${VISIT}&child_patiant=true&billing_code=1&billing_code=1`).fields).toEqual({ npi: "1000100010" });
  });

  test("of another place asks for an example: its codes and providers mean nothing here", () => {
    const example = states[0]?.settings[0]?.examples[0]?.query;
    expect(lookupAt("").fields).toEqual(example);
    expect(lookupAt("state=tx&billing_code=99213").fields).toEqual(example);
    expect(lookupAt("setting=dental&billing_code=99213").fields).toEqual(example);
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
