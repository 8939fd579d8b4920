import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assumedDay, explain, namesSent, understoodRequest } from "../../../src/answers/explanation/explain.ts";
import type { ExplainedStep, ResultExplanation } from "../../../src/answers/explanation/schema.ts";
import type { Day } from "../../../src/core/calendar/day.ts";
import { lookupResults } from "../../../src/pricing/answer.ts";
import type { RateLookup } from "../../../src/pricing/lookup.ts";
import { inpatient } from "../../../src/states/ca/inpatient/lookup.ts";
import { outpatient } from "../../../src/states/ca/outpatient/lookup.ts";
import { states } from "../../../src/states/index.ts";
import { casesIn, filesOf, type LookupCase, SETS } from "../../conformance/cases.ts";
import { H1, H2, N1, P1, workedExampleRows } from "../../states/ca/worked-example-rows.ts";
import { type CompiledDataset, compiledDataset } from "../../support/compiled-dataset.ts";
import { CsvFiles } from "./csv-files.ts";
import { type ExplainedDataset, explainedDataset, TODAY } from "./explained-dataset.ts";
import { faultsOf } from "./recomputed.ts";
import { explanationOf, pricedResult, row } from "./support/record.ts";

describe("explain", () => {
  const OUTPATIENT = { npi: P1, date_of_service: "2025-10-01" };
  const INPATIENT = { npi: H1, billing_code: "720-2", admit_date: "2025-10-01" };

  /** H1 leaves its casemix adjustment factor out, H2 has one. */
  const HOSPITAL_RATES = [
    "state_provider_id,drg_base_rate,cost_to_charge_ratio,casemix_adjustment_factor,designated_nicu,designated_public_hospital,effective_start_date",
    "106190001,7123.45,0.2150,,false,false,2025-07-01",
    "106380002,8450.00,0.3120,0.9850,true,true,2025-07-01",
    "",
  ].join("\n");

  let dataset: ExplainedDataset;
  beforeAll(async () => {
    dataset = await explainedDataset("ca", { ...workedExampleRows, "ca/hospital_rates.csv": HOSPITAL_RATES });
  });
  afterAll(() => dataset.discard());

  it("names the release, the program, what was understood and what was assumed, each once", async () => {
    const { explanation } = await dataset.explain("outpatient", { npi: P1, billing_code: "99213" });
    expect(explanation).toMatchObject({
      release: { name: "test", version: "1", content_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      engine_version: "test",
      request: { npi: P1, billing_code: "99213", date_of_service: TODAY },
    });
    expect(explanation.assumptions.map(({ parameter, value }) => [parameter, value])).toEqual([
      ["date_of_service", TODAY],
      ["provider_type", "physician_office"],
      ["procedure_type", "Medicine"],
      ["emergency_room", "false"],
      ["child_patient", "false"],
      ["service_type", "PRIMARY CARE II - ADULT"],
    ]);
  });

  it("explains each result of a lookup that has several, in its order", async () => {
    const query = { npi: H2, billing_code: "99213", date_of_service: "2025-10-01", provider_type: "podiatrist" };
    const { explanation, results } = await dataset.explain("outpatient", query);
    expect(results).toHaveLength(2);
    expect(explanation.explanations.map(({ result }) => result)).toEqual(results);
    // The same assumption of both is said once.
    const parameters = explanation.assumptions.map(({ parameter }) => parameter);
    expect(new Set(parameters).size).toBe(parameters.length);
  });

  it("says which rates are for one unit, as repricing multiplies them, and nothing of a stay or without a rate", async () => {
    const unitsOf = async (query: Readonly<Record<string, string>>) =>
      (await dataset.explainOne("outpatient", { ...OUTPATIENT, ...query })).units;
    expect(await unitsOf({ billing_code: "99213" })).toEqual({ max: null });
    expect(await unitsOf({ billing_code: "99999" })).toBeNull();
    expect((await dataset.explainOne("inpatient", INPATIENT)).units).toBeNull();
  });

  describe("the record of a price", () => {
    it("begins with the provider's own row, and gives the rows that lost their reason", async () => {
      const { rows, payment, steps } = await dataset.explainOne("outpatient", { ...OUTPATIENT, billing_code: "99213" });
      expect(rows.map(({ id, table, line, used, why_not }) => [id, table, line, used, why_not])).toEqual([
        ["r1", "ca/providers", 4, true, null],
        ["r2", "ca/outpatient_rates", 2, true, null],
        ["r3", "ca/outpatient_rates", 3, false, "another procedure type, Podiatrist"],
        ["r4", "ca/conversion_factors", 2, true, null],
        ["r5", "ca/conversion_factors", 3, false, "for age group child"],
        ["r6", "ca/conversion_factors", 4, false, "for emergency rooms only"],
      ]);
      expect(rows[0]?.key).toEqual({ npi: P1, state_provider_id: null });
      expect(payment).toBe("s1");
      expect(steps).toEqual([
        {
          id: "s1",
          section: "ca 4.3 step 1",
          expression: { op: "multiply", of: [{ ref: "i1" }, { ref: "i2" }] },
          value: "24.05",
          decimals: 2,
          unit: "dollars",
          applied: true,
          text: "unit value (4.38) x conversion factor (5.49) = $24.05",
          decision: null,
        },
      ]);
    });

    it("has a decision with its step, as an expression of what was compared", async () => {
      const { steps } = await dataset.explainOne("inpatient", { ...INPATIENT, total_charges: "9000" });
      const capped = steps.at(-1);
      expect(capped).toMatchObject({
        section: "ca 5.4 step 7",
        applied: true,
        value: "9000.00",
        decision: {
          compare: "greater",
          of: [{ ref: expect.stringMatching(/^s/) }, { ref: expect.stringMatching(/^i/) }],
        },
      });
      const loss = steps.find(({ section }) => section === "ca 5.4 step 5");
      expect(loss).toMatchObject({ applied: false, text: null, decision: { compare: "greater", outcome: false } });
    });

    it("names a figure that is asked for more than once one time", async () => {
      const { inputs, steps } = await dataset.explainOne("inpatient", INPATIENT);
      const ratios = inputs.filter(({ name }) => name === "cost-to-charge ratio");
      expect(ratios).toHaveLength(1);
      const uses = steps.filter(({ expression }) => JSON.stringify(expression).includes(`"${ratios[0]?.id}"`));
      expect(uses).toHaveLength(2);
    });
  });

  describe("the default of an empty cell", () => {
    const casemix = async (npi: string) => {
      const { explanation } = await dataset.explain("inpatient", { ...INPATIENT, npi });
      const { inputs, rows } = explanation.explanations[0] as ResultExplanation;
      const row = rows.find(({ table }) => table === "ca/hospital_rates");
      return { input: inputs.find(({ name }) => name === "casemix adjustment factor"), row };
    };

    it("is the page's, not the file's", async () => {
      const { input } = await casemix(H1);
      expect(input).toMatchObject({ value: "1", from: { default: "casemix_adjustment_factor", section: "ca 2.4" } });
    });

    it("stands back where the cell is filled in", async () => {
      const { input, row } = await casemix(H2);
      expect(input).toMatchObject({ value: "0.9850", from: { row: row?.id, column: "casemix_adjustment_factor" } });
    });
  });

  describe("without a price", () => {
    it("a code that lost its zeros is found with them", async () => {
      const { no_rate, payment } = await dataset.explainOne("outpatient", { ...OUTPATIENT, billing_code: "840" });
      expect(payment).toBeNull();
      expect(no_rate).toMatchObject({
        code: "code_not_listed",
        sought: { table: "ca/outpatient_rates", key: { procedure_code: "840" }, date: "2025-10-01" },
        remedy: [{ parameter: "billing_code", value: "00840" }],
      });
    });

    it("an NPI without a provider is doubted where its check digit is wrong", async () => {
      const remedy = async (npi: string) => {
        const { no_rate } = await dataset.explainOne("outpatient", { ...OUTPATIENT, npi, billing_code: "99213" });
        expect(no_rate).toMatchObject({ code: "no_such_provider", sought: { table: "ca/providers", key: { npi } } });
        return no_rate?.remedy.map(({ parameter }) => parameter);
      };
      expect(await remedy("1234567890")).toEqual(["npi"]);
      expect(await remedy("1234567893")).toEqual([]);
    });

    it("anesthesia without minutes has its formula, and asks for them", async () => {
      const query = { npi: N1, billing_code: "00840", date_of_service: "2025-10-01" };
      const { no_rate, steps, result, payment } = await dataset.explainOne("outpatient", query);
      expect(result).toMatchObject({ rate_found: true, payment_rate: null });
      expect(payment).toBeNull();
      expect(no_rate).toMatchObject({
        code: "missing_information",
        message: null,
        remedy: [{ parameter: "anesthesia_minutes", value: null }],
      });
      expect(steps.at(-1)).toMatchObject({ expression: null, value: null, text: result.calculation_method });
    });
  });
});

describe("explained prices", () => {
  /* Every price of the conformance cases is recomputed from its explanation alone, and every figure found in its cell. */

  const TODAY = "2026-11-15" as Day;

  describe.each(states.map(({ code }) => code))("%s", (code) => {
    describe.each(SETS)("set %s", (set) => {
      const files = filesOf(code, set);
      let compiled: CompiledDataset | null = null;
      afterAll(() => compiled?.discard());

      it("explains every result of lookups of every kind", async () => {
        compiled = await compiledDataset(files.dataset);
        const release = compiled.open();
        const source = release.states.get(code);
        if (source === undefined) throw new Error(`No ${code}`);
        const { name, version, contentHash } = release.description;
        const from = { name, version, contentHash, engineVersion: "test", origins: release.origins, source };
        const csv = new CsvFiles(files.dataset);
        const faults: string[] = [];
        let explained = 0;
        let demanded = 0;
        for (const lookup of source.state.lookups) {
          // Of three cases in a row one.
          for (const asked of casesIn<LookupCase>(files.lookups(lookup.setting)).filter(
            (_, place) => place % 3 === 0,
          )) {
            const { request } = asked;
            demanded += "results" in asked ? asked.results.length : 0;
            const read = lookup.reader.fromItem(request, { today: TODAY });
            if (!read.ok) continue;
            const results = await lookupResults(lookup, read.request, source);
            const sent = new Set(Object.keys(request).filter((key) => request[key] !== null));
            const explanation = explain({ lookup, request: read.request, sent, results, stale: [], empty: [] }, from);
            // As it arrives: through JSON.
            const found = faultsOf(
              JSON.parse(JSON.stringify(explanation)),
              results.map((each) => each.result),
              csv,
            );
            explained += results.length;
            faults.push(...found.map((fault) => `${lookup.setting} ${JSON.stringify(request)}: ${fault}`));
          }
        }
        expect(explained).toBe(demanded);
        expect(demanded).toBeGreaterThan(source.state.lookups.length);
        expect(faults.slice(0, 10)).toEqual([]);
      });
    });
  });
});

describe("understood", () => {
  const TODAY = "2026-11-15" as Day;

  function understood(lookup: RateLookup, query: Readonly<Record<string, string>>) {
    const read = lookup.reader.fromQuery(query, { today: TODAY });
    if (!read.ok) throw new Error(read.faults.map(({ message }) => message).join(" "));
    const sent = new Set(Object.keys(query));
    const request = understoodRequest(lookup, read.request);
    return { request, assumed: assumedDay(lookup, request, sent) };
  }

  describe("what was understood of a request", () => {
    it("is every parameter that was sent, in its own kind", () => {
      const query = { billing_code: "560-1", npi: "1000000001", total_charges: "45000", length_of_stay: "3" };
      expect(understood(inpatient, { ...query, admit_date: "2025-10-01", child_patient: "true" }).request).toEqual({
        billing_code: "560-1",
        npi: "1000000001",
        admit_date: "2025-10-01",
        transfer_claim: false,
        interim_claim: false,
        child_patient: true,
        length_of_stay: 3,
        total_charges: "45000.00",
      });
    });

    it("has codes and names as they were sent, not as they are compared", () => {
      const query = { billing_code: "e0110", provider_name: "Hill & Son", date_of_service: "2025-10-01" };
      expect(understood(outpatient, query).request).toMatchObject({
        billing_code: "e0110",
        provider_name: "Hill & Son",
      });
    });

    it("has the default of a flag that was not sent, and nothing that has no default", () => {
      const query = { billing_code: "99213", npi: "1000000001", emergency_room: "false" };
      const { request } = understood(outpatient, query);
      expect(request).toMatchObject({ emergency_room: false, child_patient: false });
      expect(request).not.toHaveProperty("modifier");
    });

    it("has today where no day was sent, which is assumed then and only then", () => {
      const query = { billing_code: "99213", npi: "1000000001" };
      const { request, assumed } = understood(outpatient, query);
      expect(request).toMatchObject({ date_of_service: TODAY });
      expect(assumed).toEqual([{ parameter: "date_of_service", value: TODAY, reason: "not sent: today" }]);
      expect(understood(outpatient, { ...query, date_of_service: "2025-10-01" }).assumed).toEqual([]);
      expect(understood(inpatient, { billing_code: "560-1", npi: "1000000001" }).assumed).toMatchObject([
        { parameter: "admit_date", value: TODAY },
      ]);
    });
  });

  it("a parameter without a value does not count as sent", () => {
    expect([...namesSent({ npi: "1", date_of_service: " ", modifier: null, child_patient: false })]).toEqual([
      "npi",
      "child_patient",
    ]);
  });
});

describe("docs", () => {
  const DOCS = readFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "explanation.md"), "utf8");

  it("every member of the record is named", () => {
    const result: ResultExplanation = pricedResult();
    const [step] = result.steps as [ExplainedStep];
    const record = explanationOf(result);
    const members = [record, result, step, row("r1", 1)].flatMap((each) => Object.keys(each));
    const periods = ["effective_start_date", "effective_end_date"];
    const unnamed = members.filter((name) => !periods.includes(name) && !DOCS.includes(`\`${name}\``));
    expect(unnamed).toEqual([]);
  });
});
