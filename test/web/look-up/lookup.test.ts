import { describe, expect, test } from "vitest";
import type { Explanation } from "../../../src/answers/explanation/schema.ts";
import { catalogueOf } from "../../../src/serve/http/catalogue.ts";
import { states as declared, states } from "../../../src/states/index.ts";
import { byRate, inOrderOfUse, type PriceOption, paidWith } from "../../../web/src/look-up/claim-options.tsx";
import { type FoundCodes, fieldsOfCode, hintOfCode, leftWithCode } from "../../../web/src/look-up/codes.ts";
import { recentAddress } from "../../../web/src/look-up/look-up-view.tsx";
import {
  addressOfLookup,
  knownOf,
  type Lookup,
  lookupIn,
  otherPlace,
  withFields,
} from "../../../web/src/look-up/lookup.ts";
import {
  choiceOf,
  type FoundProviders,
  leftWith,
  matchedPieces,
  moreThan,
  namingOnly,
  typedProvider,
} from "../../../web/src/look-up/providers.ts";
import { lackingIn, partsOfQuestion, questionText } from "../../../web/src/look-up/question-form.tsx";
import { type RecentLookup, recentIn, withRecent } from "../../../web/src/look-up/recent-lookups.tsx";

describe("question", () => {
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
      ["state=tx&setting=outpatient&modifiers=1", ["“tx” is not a state that this key is enabled for"]],
      ["state=CA", ["“CA” is not a state that this key is enabled for"]],
      ["state=ca&setting=dental&tooth=3", ["“dental” is not a setting of California"]],
      [`${VISIT}&child_patiant=true`, ["“child_patiant” is not a part of this lookup"]],
      [`${VISIT}&billing_code=99213&billing_code=99214`, ["Billing code is given twice"]],
      [`${VISIT}&units=2&billed=40.00`, []],
      [`${VISIT}&billed=4e9`, ["What was billed is not in dollars and cents"]],
      [`${VISIT}&billing_code=1&billing_code=2&billing_code=2`, ["Billing code is given more than once"]],
      [`${VISIT}&state=ny&a=&a=`, ["“a” is not a part of this lookup", "State is given twice", "A is given twice"]],
      [
        `${VISIT}&codes=1&codes=2&units=3&units=4`,
        ["The list of codes is given twice", "The number of units is given twice"],
      ],
      [`${VISIT}&compare.city=a&compare.city=b`, ["A condition of the comparison is given twice"]],
    ])("says what of it is not understood: %s", (address, faults) => {
      expect(askedAt(address).notUnderstood).toEqual(faults);
    });

    test("keeps what is understood of it", () => {
      expect(lookupAt(`${VISIT}&child_patiant=true&billing_code=1&billing_code=1`).fields).toEqual({
        npi: "1000100010",
      });
    });

    test("of another place asks for an example: its codes and providers mean nothing here", () => {
      const example = states[0]?.settings[0]?.examples[0]?.query;
      expect(lookupAt("").fields).toEqual(example);
      expect(lookupAt("state=tx&billing_code=99213").fields).toEqual(example);
      expect(lookupAt("setting=dental&billing_code=99213").fields).toEqual(example);
    });
  });

  describe("a link from a repriced file", () => {
    const VISIT = "state=ca&setting=outpatient&npi=1000100010&billing_code=99213&date_of_service=2026-10-01";
    const lookup = lookupAt(`${VISIT}&units=2&billed=40.00`);
    test.each([
      [{ place_of_service: "22" }, "40.00"],
      [{ npi: "1000100010", date_of_service: "2026-10-01" }, "40.00"],
      [{ npi: "1000700140" }, undefined],
      [{ npi: null, provider_name: "golden" }, undefined],
      [{ date_of_service: "2026-10-02" }, undefined],
      [{ date_of_service: null }, undefined],
    ])("keeps the units, and what was billed for the same provider and day alone: %j", (changes, kept) => {
      const { units, billed } = withFields(lookup, changes);
      expect([units, billed]).toEqual(["2", kept]);
    });

    test("stands among the recent lookups with its units, and without what was billed", () => {
      expect(recentAddress(lookup)).toBe(addressOfLookup(lookupAt(`${VISIT}&units=2`)));
    });

    test("with two billed amounts keeps neither: which was billed is not known", () => {
      const asked = askedAt(`${VISIT}&billed=40.00&billed=50.00`);
      expect(asked.notUnderstood).toEqual(["What was billed is given twice"]);
      expect(asked.lookup.billed).toBeUndefined();
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

  describe("an example", () => {
    const examples = states.flatMap((state) =>
      state.settings.flatMap((setting) => setting.examples.map(({ query }) => ({ state, setting, fields: query }))),
    );

    test("loses its facts, such as a child patient, when its provider or its code becomes the reader's", () => {
      let withFacts = 0;
      for (const lookup of examples) {
        const { identifiers, code, day, others } = partsOfQuestion(lookup.setting);
        const facts = others.filter((each) => !each.required && !identifiers.includes(each));
        const identifier = identifiers.find(({ name }) => lookup.fields[name] !== undefined);
        if (code === null || day === null || identifier === undefined) throw new Error("An example names both");
        const ofToday = withFields(lookup, { [day.name]: "2026-10-02" });
        for (const changes of [{ [identifier.name]: "1000999999" }, { [code.name]: "12345" }]) {
          const { fields } = withFields(ofToday, changes);
          expect(fields).toMatchObject({ ...changes, [day.name]: "2026-10-02" });
          expect(facts.filter(({ name }) => fields[name] !== undefined)).toEqual([]);
        }
        withFacts += facts.filter(({ name }) => lookup.fields[name] !== undefined).length;
      }
      expect(withFacts).toBeGreaterThan(0);
    });

    test("that the reader has changed is the reader's claim, and keeps its facts", () => {
      for (const lookup of examples) {
        const { identifiers, code, others } = partsOfQuestion(lookup.setting);
        const [fact, another] = others.filter((each) => !each.required && !identifiers.includes(each));
        if (code === null || fact === undefined || another === undefined) throw new Error("Claims have facts");
        const changed = withFields(lookup, { [fact.name]: "typed", [another.name]: "as well" });
        const { fields } = withFields(changed, { [code.name]: "12345" });
        expect(fields).toMatchObject({ [fact.name]: "typed", [another.name]: "as well", [code.name]: "12345" });
      }
    });
  });

  describe("the question in a line", () => {
    const lookup = lookupAt("state=ca&setting=outpatient&billing_code=99213&npi=1000100010&date_of_service=2026-10-01");
    test.each([
      [lookup, "Golden Poppy Medical Center", undefined, "99213 at Golden Poppy Medical Center on Oct 1, 2026"],
      [lookup, null, undefined, "99213 at NPI 1000100010 on Oct 1, 2026"],
      [withFields(lookup, { date_of_service: null }), null, "2026-11-16", "99213 at NPI 1000100010 on Nov 16, 2026"],
      [withFields(lookup, { date_of_service: null }), null, undefined, "99213 at NPI 1000100010 today"],
      [
        withFields(lookup, { npi: null, provider_name: "medical", date_of_service: "10/01/2026" }),
        "Abalone Medical Center",
        undefined,
        "99213 at every provider with “medical” in its name on Oct 1, 2026",
      ],
      [withFields(lookup, { npi: null, billing_code: null }), null, undefined, "Outpatient on Oct 1, 2026"],
    ])("%#", (asked, name, dayUsed, text) => {
      expect(questionText(asked, name, dayUsed)).toBe(text);
    });
  });
});

/** An explanation as far as the question reads it. */
function explained(changes: Partial<Explanation>): Parameters<typeof knownOf>[0] {
  const body: Explanation = {
    release: { name: "Sample", version: "1", content_hash: "0" },
    engine_version: "1.0.0",
    request: {},
    assumptions: [],
    stale: [],
    empty_tables: [],
    explanations: [],
    ...changes,
  };
  return { state: "answered", answer: { ok: true, body, headers: new Headers() } };
}

function resultOf(result: Readonly<Record<string, string | null>>, remedy: Remedies = []) {
  const sought = { table: "ca/outpatient_rates", key: { procedure_code: "840" }, date: "2026-10-01" };
  const no_rate = { code: "code_not_listed", message: "", sought, nearest: null, remedy } as const;
  return {
    result,
    period: null,
    payment: null,
    steps: [],
    inputs: [],
    rows: [],
    rows_left_out: 0,
    no_rate,
    units: null,
  };
}

type Remedies = readonly { readonly parameter: string; readonly value: string | null; readonly why: string }[];

describe("what the answer says about the question", () => {
  const { lookup } =
    lookupIn(new URLSearchParams("state=ca&setting=outpatient&npi=1"), catalogueOf(states).states) ?? {};
  if (lookup === undefined) throw new Error("No state is declared");

  test("one error for each field, in the page's words", () => {
    const errors = [
      { field: "npi", code: "invalid_parameter", message: "npi: expected 10 digits." },
      { field: "npi", code: "missing_parameter", message: "another" },
    ] as const;
    const problem = { status: 400, code: "invalid_parameter", title: "", detail: "", errors };
    expect(knownOf({ state: "answered", answer: { ok: false, problem } }, lookup).faults).toEqual({
      npi: "“1” is not an NPI: an NPI has 10 digits.",
    });
  });

  test("nothing while it is on its way: what was said of another lookup is not said of this one", () => {
    const { answer } = explained({ request: { npi: "1" } }) as { answer: { body: Explanation } };
    const known = knownOf({ state: "waiting", pace: "brief", before: answer.body }, lookup);
    expect(known.understood).toEqual({});
    expect(known.faults).toEqual({});
  });

  test("a member of the results only where they agree and it says something", () => {
    const said = (...descriptions: (string | null)[]) =>
      knownOf(
        explained({ explanations: descriptions.map((each) => resultOf({ billing_code_description: each })) }),
        lookup,
      ).said("billing_code_description");
    expect(said("Office visit")).toBe("Office visit");
    expect(said("Office visit", "Office visit")).toBe("Office visit");
    expect(said("Office visit", "Visit")).toBeNull();
    expect(said(null)).toBeNull();
    expect(said()).toBeNull();
  });

  test("remedies that have a value", () => {
    const remedy = { parameter: "billing_code", value: "00840", why: "the zeros before it were lost" };
    const open = { parameter: "total_charges", value: null, why: "needed for the outlier" };
    expect(knownOf(explained({ explanations: [resultOf({}, [open, remedy])] }), lookup).remedies).toEqual([remedy]);
  });
});

const settings = catalogueOf(states).states.flatMap(({ settings }) => settings);
const [setting] = settings;
if (setting === undefined) throw new Error("No state is declared");
const { identifiers } = partsOfQuestion(setting);

const record = {
  npi: "1000100010",
  state_provider_id: "106199901",
  provider_name: "Golden Poppy Medical Center",
  provider_type_label: "Hospital",
  city: "Los Angeles",
};

describe("a provider that is chosen", () => {
  test("is named by its NPI alone", () => {
    const { name, detail, fields } = choiceOf(record, identifiers);
    expect(name).toBe("Golden Poppy Medical Center");
    expect(detail).toBe("Hospital · Los Angeles · NPI 1000100010");
    expect(namingOnly(fields, identifiers)).toEqual({
      npi: "1000100010",
      state_provider_id: null,
      provider_name: null,
    });
  });

  test("is named by the state's own number where it has no NPI, and by its name where it has neither", () => {
    expect(choiceOf({ ...record, npi: null }, identifiers)).toMatchObject({
      detail: "Hospital · Los Angeles · Medicaid provider ID 106199901",
      fields: { state_provider_id: "106199901" },
    });
    expect(choiceOf({ ...record, npi: null, state_provider_id: null, city: null }, identifiers)).toEqual({
      name: "Golden Poppy Medical Center",
      detail: "Hospital",
      fields: { provider_name: "Golden Poppy Medical Center" },
    });
  });

  test("has its campus in its name", () => {
    expect(choiceOf({ ...record, campus_name: "North" }, identifiers).name).toBe("Golden Poppy Medical Center, North");
  });
});

describe("what is typed", () => {
  test.each(settings.map((each) => [each.summary, each] as const))("is an NPI or part of a name: %s", (_, each) => {
    const identifiers = partsOfQuestion(each).identifiers;
    expect(typedProvider(" 1000100010 ", identifiers)).toEqual({ npi: "1000100010" });
    expect(typedProvider("100010001", identifiers)).toEqual({ provider_name: "100010001" });
    expect(typedProvider(" poppy ", identifiers)).toEqual({ provider_name: "poppy" });
    expect(typedProvider("  ", identifiers)).toEqual({});
  });

  test.each([
    ["Golden Poppy", "pop", ["Golden ", "Pop", "py"]],
    ["Río Claro Health", "rio cl", ["Río Cl", "aro Health"]],
    ["St. Brendan's Center", "st brendans", ["St. Brendan's", " Center"]],
    ["Golden Poppy", "", ["Golden Poppy"]],
    ["Golden Poppy", "rose", ["Golden Poppy"]],
  ])("is found in %s by %s", (name, typed, pieces) => {
    expect(matchedPieces(name, typed).map(({ text }) => text)).toEqual(pieces);
    expect(matchedPieces(name, typed).some(({ isMatch }) => isMatch)).toBe(pieces.length > 1);
  });
});

const providerType: PriceOption = {
  parameter: "provider_type",
  matters: true,
  values: [
    { value: null, payment_rate: "52.10", difference: "0.00", made_up: false },
    { value: "hospital", payment_rate: "64.10", difference: "12.00", made_up: false },
    { value: "free_clinic", payment_rate: "1052.10", difference: "0.00", made_up: false },
    { value: "podiatrist", payment_rate: "50.00", difference: "-2.10", made_up: false },
    { value: "other_clinic", payment_rate: null, difference: null, made_up: false },
    { value: true, payment_rate: "7.00", difference: null, made_up: false },
    { value: "trial", payment_rate: "8.00", difference: "1.00", made_up: true },
  ],
};

describe("what a value would pay", () => {
  test.each([
    ["hospital", "$64.10, +$12.00"],
    ["free_clinic", "$1,052.10, the same"],
    ["podiatrist", "$50.00, \u2212$2.10"],
    ["other_clinic", "no rate"],
    ["true", "$7.00"],
    ["trial", "$8.00, +$1.00, made-up figure"],
    ["surgical_clinic", null],
  ])("%s: %s", (value, text) => {
    expect(paidWith(providerType, value)).toBe(text);
  });

  test("is not said where nothing is known of the parameter", () => {
    expect(paidWith(undefined, "hospital")).toBeNull();
  });
});

describe("the parameters in order of use", () => {
  const parameters = ["provider_type", "modifier", "emergency_room", "anesthesia_minutes"].map((name) => ({ name }));
  const options: readonly PriceOption[] = [
    providerType,
    { parameter: "modifier", matters: false, values: [] },
    { parameter: "emergency_room", matters: null, values: [] },
    { parameter: "anesthesia_minutes", matters: false, values: [] },
  ];
  const names = (isSet: (name: string) => boolean, known: readonly PriceOption[]) => {
    const { first, without } = inOrderOfUse(parameters, known, isSet);
    return [first.map(({ name }) => name), without.map(({ name }) => name)];
  };

  test("those that make no difference come last, unless they were set; what is not known is not called useless", () => {
    expect(names(() => false, options)).toEqual([
      ["provider_type", "emergency_room"],
      ["modifier", "anesthesia_minutes"],
    ]);
    expect(names((name) => name === "modifier", options)).toEqual([
      ["provider_type", "modifier", "emergency_room"],
      ["anesthesia_minutes"],
    ]);
  });

  test("all are in the contract's order where nothing is known", () => {
    expect(names(() => false, [])).toEqual([parameters.map(({ name }) => name), []]);
  });
});

describe("the values of a list", () => {
  const values = ["a", "b", "c", "d", "e"];
  const option = (...without: readonly string[]): PriceOption => ({
    parameter: "provider_type",
    matters: true,
    values: values.map((value) => ({
      value,
      payment_rate: without.includes(value) ? null : "1.00",
      difference: null,
      made_up: false,
    })),
  });

  test("that give no rate come last, and three or more of them are folded away", () => {
    expect(byRate(option("b", "a"), values)).toEqual({ shown: ["c", "d", "e", "a", "b"], folded: [] });
    expect(byRate(option("b", "a", "d"), values)).toEqual({ shown: ["c", "e"], folded: ["a", "b", "d"] });
  });

  test("stay in their order where none gives a rate, or nothing is known", () => {
    expect(byRate(option(...values), values)).toEqual({ shown: values, folded: [] });
    expect(byRate(undefined, values)).toEqual({ shown: values, folded: [] });
  });
});

describe("leaving the provider field with a text", () => {
  const nothing: FoundProviders = {
    state: "found",
    typed: "golden",
    choices: [],
    total: 0,
    identifier: null,
    namedAsTyped: 0,
    spellings: [],
    problem: null,
  };
  const poppy = { name: "Golden Poppy", detail: "NPI 1000100010", fields: { npi: "1000100010" } };
  const left = (found: Partial<FoundProviders>) => leftWith({ ...nothing, ...found }, identifiers, "California");

  test("takes the identifier that it is", () => {
    const identifier = { parameter: "state_provider_id", number: "106139924" };
    expect(left({ typed: "106 139 924", identifier })).toEqual({
      kind: "fields",
      fields: { state_provider_id: "106139924" },
    });
  });

  test("takes the only provider that it fits, and every provider with it in the name", () => {
    expect(left({ choices: [poppy], total: 1, namedAsTyped: 1 })).toEqual({ kind: "choice", choice: poppy });
    expect(left({ choices: [poppy], total: 29, namedAsTyped: 27 })).toEqual({
      kind: "fields",
      fields: { provider_name: "golden" },
    });
  });

  test("leaves the choice to the reader where words stand in another order or are misspelled", () => {
    expect(left({ choices: [poppy], total: 2 })).toEqual({
      kind: "undecided",
      text: "2 providers have these words in their names, in another order. Choose one of them.",
    });
    expect(left({ typed: "goldne", spellings: [{ text: "GOLDEN", total_results: 1 }] })).toEqual({
      kind: "undecided",
      text: "No provider of California matches “goldne”.",
    });
  });

  test("looks up what is not known, or could not be searched, as a name", () => {
    expect(left({})).toEqual({ kind: "fields", fields: { provider_name: "golden" } });
    expect(left({ state: "failed" })).toEqual({ kind: "fields", fields: { provider_name: "golden" } });
  });

  test.each([
    [12, 29, 62],
    [12, 12, null],
    [962, 5000, 1000],
    [1000, 5000, null],
  ])("%i of %i providers can be followed by %s", (shown, total, more) => {
    expect(moreThan(shown, total)).toBe(more);
  });
});

describe("leaving the code field with a text", () => {
  const of = (code: string, name: string) => {
    const state = catalogueOf(states).states.find((each) => each.code === code);
    const setting = state?.settings.find((each) => each.setting === name);
    if (state === undefined || setting === undefined) throw new Error("No such setting");
    return { state, setting };
  };
  const none: FoundCodes = { state: "found", typed: "", codes: [], total: 0, problem: null };
  const outpatient = of("fl", "outpatient");
  const inpatient = of("ca", "inpatient");
  const fields = (given: Readonly<Record<string, string | null>>, codes: readonly string[] = []) => ({
    kind: "fields",
    fields: given,
    codes,
    note: null,
  });

  test.each([
    [" j1885 ", { billing_code: "J1885", modifier: null }, null],
    ["99213-25", { billing_code: "99213", modifier: "25" }, "Read as 99213 with modifier 25."],
    ["9921325", { billing_code: "99213", modifier: "25" }, "Read as 99213 with modifier 25."],
    ["13", { billing_code: "13", modifier: null }, null],
    ["", { billing_code: "", modifier: null }, null],
  ])("reads a procedure and its modifier, and keeps none of the code before: %s", (text, given, note) => {
    expect(leftWithCode(text, outpatient, null)).toEqual({ ...fields(given), note });
  });

  test.each(["knee", "injecton", "total knee"])("a word that no description has is not looked up: %s", (text) => {
    expect(leftWithCode(text, outpatient, none)).toMatchObject({ kind: "undecided", choices: [] });
    expect(leftWithCode(text, inpatient, none)).toMatchObject({ kind: "undecided", choices: [] });
  });

  const california = of("ca", "outpatient");
  const choicesOf = (text: string, place = california) => {
    const left = leftWithCode(text, place, null);
    if (left.kind !== "undecided") throw new Error(`${text} is looked up`);
    return { said: left.text, choices: left.choices.map((each) => [each.label, each.left.fields]) };
  };

  test("leaves a modifier out that does not change the payment, and says so", () => {
    const note = "Modifier 25 does not change the Medi-Cal rate and was left out.";
    expect(leftWithCode("99213-25", california, null)).toEqual({
      ...fields({ billing_code: "99213", modifier: null }),
      note,
    });
    expect(leftWithCode("99213-25, 99214-25 71046-26", california, null)).toEqual({
      ...fields({ billing_code: "99213", modifier: null }, ["99213", "99214", "71046-26"]),
      note,
    });
  });

  test("leaves the choice to the reader where a modifier without a rate may change the payment", () => {
    expect(choicesOf("19300-50")).toEqual({
      said: "Modifier 50 (both sides) changes the payment, and California has no rate with it.",
      choices: [["Look up without modifier 50", { billing_code: "19300", modifier: null }]],
    });
    expect(choicesOf("99213-U7").said).toBe("Modifier U7 may change the payment, and California has no rate with it.");
    expect(choicesOf("99213-50, 99214-62, 99215").choices).toEqual([
      ["Look up without modifiers 50 and 62", { billing_code: "99213", modifier: null }],
    ]);
  });

  test("hints at a code of an address that would be read otherwise if it were typed, and looks it up as typing does", () => {
    const hintOf = (code: string, place = california) => {
      const hint = hintOfCode(code, place);
      return hint === null ? null : [hint.text, ...hint.choices.map(({ label }) => label)];
    };
    expect(hintOf("9921325")).toEqual(["This may be 99213 with modifier 25.", "Look up 99213"]);
    expect(hintOf("7104626")).toEqual(["This may be 71046 with modifier 26.", "Look up 71046 with modifier 26"]);
    expect(hintOfCode("9921325", california)?.choices[0]?.left).toEqual(leftWithCode("9921325", california, null));
    expect(hintOf("5601", inpatient)).toEqual(["This may be DRG 560-1.", "Look up DRG 560-1"]);
    // What typing asks or refuses, the hint does too, without the code as it is.
    expect(hintOf("1930050")).toEqual([choicesOf("1930050").said, "Look up without modifier 50"]);
    expect(hintOf("0450")).toEqual([choicesOf("0450").said]);
    expect(hintOf("560-1")).toEqual([
      "560-1 is a DRG, which inpatient claims have. Choose the setting Inpatient to look it up.",
    ]);
    for (const code of ["99213", "j1885", "Z9999", "NONE"]) expect(hintOf(code), code).toBeNull();
  });

  test.each([
    ["ca", "59400-80", "procedure_type", "Assistant Surgeon"],
    // It informs elsewhere, and has another rate here.
    ["ca", "59400-AG", "procedure_type", "Primary Surgeon"],
    ["ga", "00840-P3", "physical_status", "P3"],
  ])("offers the parameter that a modifier stands for: %s %s", (state, text, parameter, value) => {
    const [offered, without] = choicesOf(text, of(state, "outpatient")).choices;
    expect(offered?.[1]).toEqual({ billing_code: text.slice(0, 5), modifier: null, [parameter]: value });
    expect(without?.[1]).toEqual({ billing_code: text.slice(0, 5), modifier: null });
  });

  test.each(["ca", "fl"])("reads several DRGs without their hyphens: %s", (state) => {
    const left = leftWithCode("5601, 5602 139-2", of(state, "inpatient"), null);
    expect(left).toEqual(fields({ billing_code: "560-1" }, ["560-1", "560-2", "139-2"]));
    expect(fieldsOfCode("5601", of(state, "inpatient").setting)).toEqual({ billing_code: "560-1" });
  });

  test.each([
    ["99213", { billing_code: "99213", modifier: null }],
    ["71046-26", { billing_code: "71046", modifier: "26" }],
  ])("reads a code of several: %s", (text, given) => {
    expect(fieldsOfCode(text, outpatient.setting)).toEqual(given);
  });

  test("reads several codes, of which the first is looked up, and at most twenty", () => {
    expect(leftWithCode("99213, 99214; j1885\n99213", outpatient, null)).toEqual(
      fields({ billing_code: "99213", modifier: null }, ["99213", "99214", "J1885"]),
    );
    const many = Array.from({ length: 30 }, (_, place) => String(99_200 + place)).join(" ");
    const left = leftWithCode(many, outpatient, null);
    expect(left.kind === "fields" ? left.codes.length : 0).toBe(20);
  });

  test("reads a DRG without its hyphen, and says so", () => {
    const read = { ...fields({ billing_code: "560-1" }), note: "Read as DRG 560-1." };
    for (const text of ["5601", "drg 560/1", "APR-DRG 560-1"])
      expect(leftWithCode(text, inpatient, null)).toEqual(read);
    expect(leftWithCode("560-1", inpatient, null)).toEqual(fields({ billing_code: "560-1" }));
    expect(fieldsOfCode("12345-67", inpatient.setting)).toEqual({ billing_code: "12345-67" });
  });

  test("says how it was read where the text does not show it", () => {
    const noteOf = (text: string, place = outpatient) => {
      const left = leftWithCode(text, place, null);
      return left.kind === "fields" ? left.note : left.kind;
    };
    expect(noteOf("CPT 99213")).toBe("Read as 99213.");
    expect(noteOf("CPT 99213-25-59", california)).toBe(
      "Read as 99213. Modifier 25 does not change the Medi-Cal rate and was left out. Modifier 59 does not change the Medi-Cal rate and was left out.",
    );
    expect(noteOf("not 1 code")).toBe("unknown");
    expect(leftWithCode("not 1 code", outpatient, none)).toMatchObject({ kind: "undecided", choices: [] });
  });

  test("leaves the choice to the reader among several modifiers, and among several readings", () => {
    expect(choicesOf("71046-26-TC").choices).toEqual([
      ["Look up 71046 with modifier 26", { billing_code: "71046", modifier: "26" }],
      ["Look up 71046 with modifier TC", { billing_code: "71046", modifier: "TC" }],
      ["Look up without modifiers 26 and TC", { billing_code: "71046", modifier: null }],
    ]);
    expect(choicesOf("560", inpatient).choices.map(([label]) => label)).toEqual([
      "Look up DRG 560-1",
      "Look up DRG 560-2",
      "Look up DRG 560-3",
      "Look up DRG 560-4",
    ]);
    expect(choicesOf("99213 office visit").choices).toEqual([
      ["Look up 99213", { billing_code: "99213", modifier: null }],
    ]);
  });

  test("leaves the choice to the reader where it is words of descriptions", () => {
    expect(leftWithCode("knee", outpatient, { ...none, total: 3 })).toEqual({
      kind: "undecided",
      text: "3 codes have this in the description. Choose from the list.",
      choices: [],
    });
  });

  test("is in the address with the codes typed beside it", () => {
    const address = "state=ca&setting=outpatient&npi=1000100010&billing_code=99213&codes=99213,99214";
    const found = lookupIn(new URLSearchParams(address), catalogueOf(states).states);
    expect(found?.notUnderstood).toEqual([]);
    expect(found?.lookup.codes).toEqual(["99213", "99214"]);
    expect(found?.lookup.fields).not.toHaveProperty("codes");
    if (found) expect(addressOfLookup(found.lookup)).toContain("codes=99213%2C99214");
  });
});

describe("recent lookups", () => {
  const at = (number: number): RecentLookup => ({
    address: `/?n=${number}`,
    text: `Code ${number}`,
    place: "California",
  });

  test("are newest first, each once, and at most twelve", () => {
    let lookups: readonly RecentLookup[] = [];
    for (let number = 0; number < 20; number += 1) lookups = withRecent(lookups, at(number));
    lookups = withRecent(lookups, { ...at(15), text: "again" });
    expect(lookups).toHaveLength(12);
    expect(lookups.slice(0, 3).map(({ text }) => text)).toEqual(["again", "Code 19", "Code 18"]);
  });

  test("are those that this page stored: nothing else is shown, and no address of another site", () => {
    expect(recentIn(JSON.stringify([at(1), { address: "https://example.org/", text: "x", place: "y" }, 7]))).toEqual([
      at(1),
    ]);
    expect(recentIn("{")).toEqual([]);
    expect(recentIn(null)).toEqual([]);
  });
});
