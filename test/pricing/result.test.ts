import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Day } from "../../src/core/calendar/day.ts";
import {
  integer,
  nullableInteger,
  nullableString,
  type ObjectSchema,
  optional,
  string,
} from "../../src/core/schema/schema.ts";
import { resultsJson } from "../../src/pricing/json-writer.ts";
import { NO_RATE_CODES, NoRate, type NoRateCode } from "../../src/pricing/no-rate.ts";
import { counts, isByReport, isPriced, Outcome, workedOut } from "../../src/pricing/outcome.ts";
import { type Result, type ResultInput, resultOf } from "../../src/pricing/result.ts";
import { commonResultFields, inpatientResultFields, outpatientResultFields } from "../../src/pricing/result-fields.ts";
import type { Sheet } from "../../src/pricing/sheet.ts";
import { type Figure, words } from "../../src/pricing/worksheet/calculation.ts";
import { states } from "../../src/states/index.ts";
import { zeeland } from "../serve/http/support/fake-state.ts";
import { runs } from "../support/property-runs.ts";
import { period } from "../support/rules.ts";
import { dataOf, sheetOver } from "../support/sheet.ts";
import { feeOf, fees, sheetWith } from "./fees.ts";

interface Provider {
  readonly city?: string;
}

const sheet = sheetOver("2025-03-01" as Day, { dollarSignInParentheses: true });
let timesShared = 0;

const result = resultOf("Example result", shared, {
  matches: nullableInteger("How many match.").from(({ matchesTotal }) => matchesTotal),
  city: nullableString("City of the provider.").from(({ provider }) => provider?.city),
  remark: optional(string("A remark.")).from(({ found }) => found.remark),
  length: integer("Length of the city.").from(({ shared }) => shared.length),
  is_long: nullableString("Whether it is long.").from(({ shared }) => (shared.length > 5 ? "long" : undefined)),
});

function shared({ provider }: ResultInput<object, Provider, { readonly remark?: string }>) {
  timesShared += 1;
  return { length: provider?.city?.length ?? 0 };
}

function resultFor(provider: Provider | null, found: { readonly remark?: string }, matchesTotal: number | null = null) {
  return result({}, provider, new Outcome(sheet, found, null, null), dataOf(), matchesTotal);
}

it("a result has the value of each field in the order in which they are declared", () => {
  const written = JSON.stringify(resultFor({ city: "Albany" }, { remark: "Capital." }, 3));
  expect(written).toBe('{"matches":3,"city":"Albany","remark":"Capital.","length":6,"is_long":"long"}');
});

it("a field without a value is null, and one that is optional is left out", () => {
  expect(JSON.stringify(resultFor(null, {}))).toBe('{"matches":null,"city":null,"length":0,"is_long":null}');
});

it("values that fields share are worked out once for each result", () => {
  timesShared = 0;
  resultFor({ city: "Albany" }, {});
  expect(timesShared).toBe(1);
});

it("the schema has the fields, and requires those that are never left out", () => {
  expect(JSON.parse(JSON.stringify(result.schema))).toEqual({
    type: "object",
    title: "Example result",
    required: ["matches", "city", "length", "is_long"],
    properties: {
      matches: { type: ["integer", "null"], description: "How many match." },
      city: { type: ["string", "null"], description: "City of the provider." },
      remark: { type: "string", description: "A remark." },
      length: { type: "integer", description: "Length of the city." },
      is_long: { type: ["string", "null"], description: "Whether it is long." },
    },
  });
});

describe("result fields", () => {
  /** Inpatient results have the address in the order of their state, so that it cannot stand in the list. */
  const OWN_ORDER: readonly string[] = ["street_address", "city", "county", "zip_code"];

  const LISTS = { outpatient: outpatientResultFields, inpatient: inpatientResultFields };

  const lookups = states.flatMap(({ name, lookups }) =>
    lookups.map(({ setting, resultSchema }) => ({ name, setting, list: Object.keys(LISTS[setting]), resultSchema })),
  );

  it.each(lookups)("$setting results of $name begin with the fields of the list", ({ list, resultSchema }) => {
    // Georgia has no state provider ID.
    const listed = list.filter((name) => name in resultSchema.properties);
    expect(Object.keys(resultSchema.properties).slice(0, listed.length)).toEqual(listed);
    expect(list.filter((name) => !listed.includes(name) && name !== "state_provider_id")).toEqual([]);
  });

  it.each(["outpatient", "inpatient"] as const)(
    "no %s field is alike in every state and missing in the list",
    (each) => {
      const [first, ...others] = lookups
        .filter(({ setting }) => setting === each)
        .map(({ resultSchema }) => resultSchema.properties);
      const alike = Object.entries(first ?? {})
        .filter(([name, field]) => others.every((other) => JSON.stringify(other[name]) === JSON.stringify(field)))
        .map(([name]) => name);
      expect(alike.filter((name) => !(name in LISTS[each] || OWN_ORDER.includes(name)))).toEqual([]);
    },
  );

  it("every list begins with the fields of every result", () => {
    const common = Object.keys(commonResultFields);
    for (const list of Object.values(LISTS)) expect(Object.keys(list).slice(0, common.length)).toEqual(common);
  });
});

describe("outcome", () => {
  interface Found {
    code?: string;
  }

  const row = feeOf();

  function worked(rule: (sheet: Sheet, found: Found) => Figure | null): Outcome<Found> {
    return workedOut<Found>(sheetWith([row]), {}, rule);
  }

  /** Reads and prints something, so that there is a method and a period to show or to hide. */
  function begun(sheet: Sheet, found: Found): Figure {
    const fee = sheet.row(fees, { code: "99213" }, "code_not_listed", () => "Not listed.");
    found.code = fee.code;
    return sheet.dollars("xx 3", sheet.figure("fee", fee, "fee"));
  }

  function refused(noRate: NoRate): Outcome<Found> {
    return worked((sheet, found) => {
      begun(sheet, found);
      throw noRate;
    });
  }

  it("a price has its method and its period from the sheet", () => {
    const outcome = worked(begun);
    expect(outcome).toMatchObject({
      payment: { value: { text: "24.05" } },
      noRate: null,
      method: "fee ($24.05) = $24.05",
      period: row.period,
      found: { code: "99213" },
    });
    expect([isPriced(outcome), isByReport(outcome), counts(outcome)]).toEqual([true, false, true]);
  });

  it("a rate whose formula lacks something that was not sent is found all the same, without an amount", () => {
    const outcome = worked((sheet, found) => {
      begun(sheet, found);
      return null;
    });
    expect(outcome).toMatchObject({ payment: null, noRate: null, period: row.period });
    expect(counts(outcome)).toBe(true);
  });

  describe("without a rate", () => {
    it("what was found until then is kept, and neither method nor period is shown", () => {
      const noRate = new NoRate("not_payable", "Not payable.");
      const outcome = refused(noRate);
      expect(outcome).toMatchObject({ payment: null, noRate, method: null, period: null, found: { code: "99213" } });
      expect(outcome.sheet.steps).toHaveLength(1);
      expect([isPriced(outcome), isByReport(outcome), counts(outcome)]).toEqual([false, false, false]);
    });

    it("a code by report counts, and shows the method and the period of its row", () => {
      const outcome = refused(new NoRate("by_report", "By report."));
      expect(outcome).toMatchObject({ payment: null, method: "fee ($24.05) = $24.05", period: row.period });
      expect([isPriced(outcome), isByReport(outcome), counts(outcome)]).toEqual([false, true, true]);
    });

    it("so does one that is said to be listed, but it does not count", () => {
      const outcome = refused(new NoRate("missing_information", "Minutes.", { isListed: true }));
      expect(outcome).toMatchObject({ method: "fee ($24.05) = $24.05", period: row.period });
      expect(counts(outcome)).toBe(false);
    });

    it("a bug is not an answer", () => {
      const ours = () =>
        worked(() => {
          throw new TypeError("ours");
        });
      expect(ours).toThrow(TypeError);
    });
  });

  it("a note alone is a method too", () => {
    const outcome = worked((sheet) => {
      sheet.note("xx 4", words`By report`);
      throw sheet.noRate("by_report", "By report.");
    });
    expect(outcome).toMatchObject({ method: "By report", period: null });
  });
});

describe("no rate", () => {
  it("says why, and nothing more where nothing more is known", () => {
    expect(new NoRate("not_payable", "Modifier 26 is not payable.")).toEqual({
      code: "not_payable",
      message: "Modifier 26 is not payable.",
      searched: null,
      nearest: null,
      remedy: [],
      isListed: false,
    });
    expect(new NoRate("not_in_force", "No.", { nearest: period("2026-01-01") }).nearest).toEqual(period("2026-01-01"));
  });

  it("is of a code that is covered where it is by report, or where the rule says so", () => {
    const listed = (Object.keys(NO_RATE_CODES) as NoRateCode[]).filter((code) => new NoRate(code, "No.").isListed);
    expect(listed).toEqual(["by_report"]);
    expect(new NoRate("missing_information", "No.", { isListed: true }).isListed).toBe(true);
    expect(new NoRate("by_report", "No.", { isListed: false }).isListed).toBe(false);
  });

  it("every code is a word that programs can rely on, with a sentence that says what it means", () => {
    for (const [code, meaning] of Object.entries(NO_RATE_CODES)) {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(meaning, code).toMatch(/^[A-Z].*\.$/);
    }
  });
});

describe("json writer", () => {
  interface FieldSchema {
    readonly type: string | readonly string[];
    readonly format?: string;
    readonly pattern?: string;
    readonly enum?: readonly (string | null)[];
    readonly items?: FieldSchema;
    readonly properties?: Readonly<Record<string, FieldSchema>>;
    readonly required?: readonly string[];
  }

  const anyText = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("Fee x 0.5", '"\\\u2028\ud800'));

  /** Values that a field may have, texts that need escaping included. */
  function valuesOf({
    type,
    format,
    pattern,
    enum: values,
    items,
    properties = {},
    required = [],
  }: FieldSchema): fc.Arbitrary<unknown> {
    if (values !== undefined) return fc.constantFrom(...values);
    if (pattern !== undefined) return fc.option(fc.stringMatching(new RegExp(pattern)));
    const byType: Readonly<Record<string, () => fc.Arbitrary<unknown>>> = {
      string: () => (format === undefined ? anyText : fc.constantFrom("-12.30", "0.5320", "2026-01-31")),
      number: () => fc.double(),
      integer: () => fc.integer(),
      boolean: () => fc.boolean(),
      null: () => fc.constant(null),
      array: () => fc.array(valuesOf(items as FieldSchema), { maxLength: 10 }),
      object: () =>
        fc.record(Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, valuesOf(field)])), {
          requiredKeys: [...required],
        }),
    };
    return fc.oneof(...[type].flat().map((name) => (byType[name] as () => fc.Arbitrary<unknown>)()));
  }

  const lookups = [zeeland, ...states].flatMap((state) =>
    state.lookups.map(({ setting, resultSchema }) => ({ name: `${state.name} ${setting}`, schema: resultSchema })),
  );

  describe("Results are written as JSON.stringify would", () => {
    describe.each(lookups)("for $name results", ({ schema }: { schema: ObjectSchema }) => {
      const names = Object.keys(schema.properties);
      // In the schema's order, which is the one that results are made in.
      const result = valuesOf(schema as unknown as FieldSchema).map((any) => only(any as Result, names));

      it("whatever is in them", () => {
        const serialise = resultsJson(schema);
        fc.assert(
          fc.property(fc.array(result, { maxLength: 3 }), (results) => {
            expect(serialise(results.map((each) => ({ result: each })))).toBe(JSON.stringify(results));
          }),
          runs(50),
        );
      });
    });
  });

  /** The result with these fields alone, in their order. */
  function only(result: Result, names: readonly string[]): Result {
    return Object.fromEntries(names.filter((name) => name in result).map((name) => [name, result[name]]));
  }
});
