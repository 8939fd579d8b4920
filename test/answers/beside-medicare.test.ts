import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AnswerKind } from "../../src/answers/answer.ts";
import { compare } from "../../src/answers/compare.ts";
import { history } from "../../src/answers/history.ts";
import { lookupOf } from "../../src/pricing/state/state.ts";
import type { CareSetting } from "../../src/registry/definition.ts";
import type { StateInRelease } from "../../src/release/release.ts";
import { TODAY } from "../every-state/engines.ts";
import { type CompiledDataset, compiledDataset } from "../support/compiled-dataset.ts";

/* Answers with many results have Medicare's price beside each of them when it is requested. */

type Query = Readonly<Record<string, string>>;

let compiled: CompiledDataset;
beforeAll(async () => {
  compiled = await compiledDataset(join(import.meta.dirname, "../../data/sample"));
});
afterAll(() => compiled.discard());

async function asked(kind: AnswerKind, fields: Query, setting: CareSetting = "outpatient") {
  const release = compiled.open();
  const source = release.states.get("ga") as StateInRelease;
  const terms = { states: [], staleAfterMonths: 18, admits: async () => true };
  const answer = await kind.ask(fields, TODAY, { lookup: lookupOf(source.state, setting), source, release, ...terms });
  if (answer === null) throw new Error("not admitted");
  return answer;
}

async function answered(kind: AnswerKind, fields: Query) {
  const answer = await asked(kind, fields);
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

const jsonOf = async (kind: AnswerKind, fields: Query) =>
  JSON.parse(String(await (await answered(kind, fields)).as("json")));

/** A physician in Atlanta, enrolled for enhanced rates since 2023-07-01. */
const VISIT: Query = { npi: "1200050015", billing_code: "99213" };
const IN_ATLANTA: Query = { billing_code: "99213", city: "atlanta", date_of_service: "2025-10-15" };

describe("a comparison", () => {
  it("has it for each result, with the reason where there is no ratio", async () => {
    const { members } = await jsonOf(compare, { ...IN_ATLANTA, medicare: "true" });
    const byNpi = Object.fromEntries(
      members.map(({ identifiers, medicare }: { identifiers: Query; medicare: unknown }) => [
        identifiers.npi,
        medicare,
      ]),
    );
    // 92.47 / 89.24 = 1.03619.
    expect(byNpi["1200050015"]).toEqual([
      {
        ...{ payment_rate: "89.24", ratio: "1.0362", locality: "10212-01", not_compared: null },
        ...{ schedule: "physician", medicaid_includes_facility: false },
      },
    ]);
    expect(byNpi["1200020018"]).toMatchObject([
      {
        payment_rate: "89.24",
        medicaid_includes_facility: true,
        ratio: null,
        not_compared: "Medicaid's rate has no dollar amount for this request.",
      },
    ]);
  });

  it("has it in its table and its text", async () => {
    const answer = await answered(compare, { ...IN_ATLANTA, medicare: "true" });
    const [header = "", ...rows] = String(await answer.as("csv")).split("\r\n");
    expect(header).toMatch(/,medicare_payment_rate,medicare_ratio,medicare_locality,medicare_not_compared$/);
    expect(rows.find((row) => row.includes("1200050015"))).toMatch(/,89\.24,1\.0362,10212-01,$/);
    const { text } = answer.text();
    expect(text).toMatch(/ DIFFERENCE_FROM_MEDIAN +MEDICARE +OF_MEDICARE\n/);
    expect(text).toMatch(/ 8\.16 +89\.24 +103\.62 %\n/);
    expect(text).toMatch(/ no rate .* 89\.24\n/);
  });

  it("of codes at one provider has each code's, national ones without a locality", async () => {
    const codes = { npi: "1200050015", billing_codes: "99213,80053,J1642", date_of_service: "2025-10-15" };
    const { members } = await jsonOf(compare, { ...codes, medicare: "1" });
    const of = members.map(({ medicare: [first] }: { medicare: Query[] }) => [first?.payment_rate, first?.locality]);
    expect(of).toEqual([
      ["89.24", "10212-01"],
      ["10.56", null],
      [null, null],
    ]);
  });
});

describe("a history", () => {
  it("has Medicare's prices with their own days within each period", async () => {
    const { periods } = await jsonOf(history, { ...VISIT, medicare: "true" });
    expect(periods.map(({ start_date, medicare }: Query) => [start_date, medicare])).toMatchObject([
      [
        "2023-07-01",
        [
          [
            { start_date: "2025-10-01", end_date: null, payment_rate: "89.24", ratio: "1.0362", not_compared: null },
            {
              start_date: "2023-07-01",
              end_date: "2025-09-30",
              payment_rate: null,
              ratio: null,
              not_compared: expect.stringContaining("is loaded for 2023-07-01; the nearest published period"),
            },
          ],
        ],
      ],
      ["2022-07-01", [[expect.objectContaining({ start_date: "2022-07-01", end_date: "2023-06-30" })]]],
      [null, [[expect.objectContaining({ start_date: null, end_date: "2022-06-30", payment_rate: null })]]],
    ]);
  });

  it("begins and ends where it is asked to", async () => {
    const days = { from: "2025-09-01", to: "2025-10-31" };
    const { periods } = await jsonOf(history, { ...VISIT, ...days, medicare: "true" });
    expect(periods).toMatchObject([
      {
        medicare: [
          [
            { start_date: "2025-10-01", end_date: "2025-10-31", payment_rate: "89.24" },
            { start_date: "2025-09-01", end_date: "2025-09-30", payment_rate: null },
          ],
        ],
      },
    ]);
  });

  it("has it in its table and its text", async () => {
    const answer = await answered(history, { ...VISIT, medicare: "true" });
    const [header = "", row = ""] = String(await answer.as("csv")).split("\r\n");
    expect(header).toMatch(/,next_to,medicare$/);
    expect(row).toContain("2025-10-01 onward: 89.24 (1.0362)");
    const { text } = answer.text();
    expect(text).toContain("  Medicare, 2025-10-01 onward: $89.24; Medicaid pays 103.62 % of it\n");
    expect(text).toContain("  Medicare, until 2022-06-30: no price. ");
  });
});

describe.each([compare, history])("$name", (kind) => {
  const fields = kind === compare ? IN_ATLANTA : VISIT;

  it("is the same as ever where it is not requested", async () => {
    for (const sent of [{}, { medicare: "false" }]) {
      const { members, periods } = await jsonOf(kind, { ...fields, ...sent });
      for (const each of members ?? periods) expect(each).not.toHaveProperty("medicare");
      const [header] = String(await (await answered(kind, { ...fields, ...sent })).as("csv")).split("\r\n");
      expect(header).toMatch(/,(?:total_results|next_to)$/);
    }
  });

  it("refuses it for stays, with the reason", async () => {
    const stays = {
      billing_code: "139-3",
      medicare: "true",
      ...(kind === compare ? { city: "x" } : { npi: "1200010142" }),
    };
    expect(await asked(kind, stays, "inpatient")).toMatchObject({
      ok: false,
      faults: [{ code: "unknown_parameter", message: expect.stringContaining("MS-DRG") }],
    });
  });
});
