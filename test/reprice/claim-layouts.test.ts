import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { State } from "../../src/pricing/state/state.ts";
import { describedFile } from "../../src/release/open.ts";
import { dryRun } from "../../src/reprice/dry-run.ts";
import { NO_TOLERANCE } from "../../src/reprice/pricing/payment-comparison.ts";
import type { Repricing } from "../../src/reprice/repricing.ts";
import type { ShownTable } from "../../src/reprice/shown-table.ts";
import { states } from "../../src/states/index.ts";
import { SAMPLE } from "../cli/support/ratebook.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { repriced } from "./support/repriced.ts";

const folder = temporaryFolder();
let release: Repricing["release"];

beforeAll(async () => {
  const file = join(folder.path, "sample.db");
  await releaseAt(file, SAMPLE);
  release = { file, contentHash: describedFile(file).contentHash };
});
afterAll(() => folder.remove());

const stateOf = (code: string) => states.find((each) => each.code === code) as State;

interface Layout {
  readonly headings: string;
  readonly rows: readonly string[];
  readonly delimiter?: string;
  readonly setting?: Repricing["setting"];
  readonly state?: string;
}

/** A physician of the sample, and another number with a check digit. */
const NPI = "1000700140";
const OTHER = "1801992631";

/** Headings as systems that hold claims have them. What is asked is answered with what the refusal prints. */
const LAYOUTS: Readonly<Record<string, Layout & { readonly asks: readonly string[]; readonly reads: object }>> = {
  "a warehouse of claims, with two providers and two days": {
    headings:
      "clm_id,LINE_NO,BLG_PRVDR_NPI,SRVC_PRVDR_NPI,LINE_SRVC_BGN_DT,LINE_SRVC_END_DT,LINE_PRCDR_CD,LINE_PRCDR_MDFR_CD_1,ACTL_SRVC_QTY,LINE_MDCD_PD_AMT,POS_CD",
    rows: [`C1,1,${OTHER},${NPI},2026-10-01,2026-10-02,99213,,2,40.00,11`],
    asks: ['"SRVC_PRVDR_NPI" and "BLG_PRVDR_NPI" could both be npi'],
    reads: { npi: NPI, billing_code: "99213", date_of_service: "2026-10-01", units: "2", paid_amount: "40.00" },
  },
  "a research file with pipes": {
    headings:
      "CLM_ID|PRF_PHYSN_NPI|LINE_1ST_EXPNS_DT|LINE_LAST_EXPNS_DT|HCPCS_CD|HCPCS_1ST_MDFR_CD|LINE_SRVC_CNT|LINE_NCH_PMT_AMT|LINE_ALOWD_CHRG_AMT",
    rows: [`C1|${NPI}|01-Oct-2026|03-Oct-2026|99213|26|1|40.00|41.00`],
    asks: [],
    reads: { npi: NPI, billing_code: "99213", date_of_service: "2026-10-01", modifier: "26", allowed_amount: "41.00" },
  },
  "lines of a parsed remittance, the provider under no heading of numbers": {
    headings:
      "code,modifier,allowed_units,billed_units,transaction_date,paid_amount,start_date,end_date,rendering_provider",
    rows: ["99213,,1,1,2026-10-20,40,2026-10-01,2026-10-01,1100000004"],
    asks: ['"rendering_provider" may be it'],
    reads: { npi: "1100000004", billing_code: "99213", date_of_service: "2026-10-01", units: "1" },
  },
  "the same with a number that has the check digit of an NPI": {
    headings: "code,start_date,end_date,rendering_provider",
    rows: [`99213,2026-10-01,2026-10-01,${NPI}`],
    asks: [],
    reads: { npi: NPI, billing_code: "99213", date_of_service: "2026-10-01" },
  },
  "sums of a month": {
    headings: "BILLING_PROVIDER_NPI_NUM,SERVICING_PROVIDER_NPI_NUM,HCPCS_CODE,CLAIM_FROM_MONTH,TOTAL_CLAIMS,TOTAL_PAID",
    rows: [`${OTHER},${NPI},99213,2026-10,20,800.00`],
    asks: ["could both be npi", '"TOTAL_CLAIMS" seems to count claims'],
    reads: { npi: NPI, date_of_service: "2026-10-01", units: "20", paid_amount: "800.00" },
  },
  "a billing system that writes payments below nothing": {
    headings: "Account,Svc Prov NPI,CPT(R),Modifiers,Svc Date,Qty,Amount,Ins Pmt",
    rows: [`A1,${NPI},99213,26,10/01/2026,1,100.00,-40.00`],
    asks: [],
    reads: { npi: NPI, billing_code: "99213", date_of_service: "2026-10-01", modifier: "26", units: "1" },
  },
  "a printed remittance with days of six digits": {
    headings: "ICN,Rendering Provider,Proc,Mod,FDOS,TDOS,Units,Paid Amt",
    rows: [`2026060,${NPI},99213,,100126,100226,1.00,40.00`],
    asks: [],
    reads: { npi: NPI, date_of_service: "2026-10-01", units: "1.00", paid_amount: "40.00" },
  },
  "segments of a remittance": {
    headings: "clp01_claim_id,billing_npi,svc_code,svc_modifier,svc_date,svc_units,svc_paid",
    rows: [`C1,${NPI},99213,,20261001,3,40`],
    asks: [],
    reads: { npi: NPI, billing_code: "99213", date_of_service: "2026-10-01", units: "3", paid_amount: "40.00" },
  },
  "stays of hospitals": {
    headings: "claim_id,hosp_id_npi,ADMSN_DT,DSCHRG_DT,APR_DRG_CD,TOT_CHRG_AMT,claim_paid_amount",
    rows: [`C1,${OTHER},2026-10-01,2026-10-04,139-2,35000.00,8700.00`],
    setting: "inpatient",
    asks: [],
    reads: { npi: OTHER, billing_code: "139-2", admit_date: "2026-10-01", total_charges: "35000.00" },
  },
  "headings that say nothing": {
    headings: "A,B,C,D",
    rows: [
      `x,${NPI},99213,10/1/2026`,
      `y,${OTHER},J1885,10/2/2026`,
      "z,1972506970,99214,10/3/2026",
      "u,1200010019,99215,10/4/2026",
      "v,1200010027,36415,10/5/2026",
    ],
    asks: [],
    reads: { npi: NPI, billing_code: "99213", date_of_service: "2026-10-01" },
  },
};

function written({ headings, rows }: Layout): string {
  return [headings, ...rows, ""].join("\n");
}

async function shown(layout: Layout, decided: ReadonlyMap<string, string>, passThrough: readonly string[] = []) {
  const input = join(mkdtempSync(join(folder.path, "run-")), "in.csv");
  writeFileSync(input, written(layout));
  const notices: string[] = [];
  const tables: ShownTable[] = [];
  const asked: Repricing = {
    state: stateOf(layout.state ?? (layout.setting === "inpatient" ? "ca" : "ga")),
    setting: layout.setting ?? "outpatient",
    release,
    input,
    out: "-",
    fields: [],
    decided,
    compare: null,
    tolerance: NO_TOLERANCE,
    explains: false,
    staleAfterMonths: null,
    passThrough,
    resume: false,
    force: false,
    today: "2026-11-15" as Repricing["today"],
  };
  const run = dryRun(asked, (text) => notices.push(text), { onTable: (table) => tables.push(table) });
  const outcome = await run.catch((error: Error) => error);
  return { outcome, notices, table: tables[0] as ShownTable };
}

/** What a refusal proposes, as the command takes it. */
function printedAnswer(refusal: Error): ReadonlyMap<string, string> {
  const [, pairs = ""] = /To go on, say for example --columns "([^"]*)"\.$/.exec(refusal.message) ?? [];
  return new Map(pairs.split(",").map((pair) => pair.split("=") as [string, string]));
}

describe("A table of claims", () => {
  it.each(Object.entries(LAYOUTS))(
    "is read, or asks one question whose answer is printed: %s",
    async (_what, layout) => {
      const first = await shown(layout, new Map());
      const isRefused = first.outcome instanceof Error;
      expect(isRefused).toBe(layout.asks.length > 0);
      if (isRefused) for (const asked of layout.asks) expect((first.outcome as Error).message).toContain(asked);
      const { outcome } = isRefused ? await shown(layout, printedAnswer(first.outcome as Error)) : first;
      expect(outcome).not.toBeInstanceOf(Error);
      expect(outcome).toMatchObject({
        lines: [{ values: layout.reads, faults: [] }, ...layout.rows.slice(1).map(() => ({}))],
      });
    },
  );

  it("that is refused lists its headings and what each column seems to hold, and no value of it", async () => {
    const { outcome, table } = await shown(
      LAYOUTS["lines of a parsed remittance, the provider under no heading of numbers"] as Layout,
      new Map(),
    );
    const { message } = outcome as Error;
    expect(message.split("\n").slice(1)).toEqual([
      expect.stringMatching(/:1: The columns, and what they seem to hold in the first lines:$/),
      '  "code": codes of five characters; guessed to be billing_code',
      '  "modifier": nothing in the first lines; read as modifier',
      '  "allowed_units": whole numbers',
      '  "billed_units": whole numbers; read as units',
      '  "transaction_date": days',
      '  "paid_amount": whole numbers; read as paid_amount',
      '  "start_date": days; guessed to be date_of_service',
      '  "end_date": days',
      '  "rendering_provider": numbers of ten digits without the check digit of NPIs; --columns "rendering_provider=npi"',
      'To go on, say for example --columns "rendering_provider=npi".',
    ]);
    expect(message).not.toMatch(/99213|1100000004/);
    expect(table.headings[0]).toEqual({
      heading: "code",
      meaning: "billing_code",
      is_guess: true,
      seems_to_hold: "codes of five characters",
      samples: ["99213"],
    });
  });

  it.each<[string, Layout, RegExp]>([
    [
      "two columns of NPIs under no heading",
      { headings: "A,B,CPT", rows: Array.from({ length: 5 }, () => `${NPI},${OTHER},99213`) },
      /no column that identifies the provider.*It may be "A" or "B"/,
    ],
    [
      "the provider who referred",
      { headings: "Referring NPI,CPT", rows: [`${NPI},99213`] },
      /"Referring NPI" may be it: --columns "Referring NPI=npi"/,
    ],
    [
      "five digits that may be a ZIP code",
      { headings: "NPI,Item", rows: [`${NPI},99213`] },
      /no column billing_code.*"Item" may be it: --columns "Item=billing_code"/,
    ],
    [
      "two days of which none says that it is the service's",
      { headings: "NPI,CPT,Date 1,Date 2", rows: [`${NPI},99213,10/1/2026,10/2/2026`] },
      /"Date 1" and "Date 2" could both be date_of_service/,
    ],
    [
      "two columns of units, of which a line without would have one",
      { headings: "NPI,CPT,DOS,svc_units,line_qty", rows: [`${NPI},99213,10/1/2026,2,3`] },
      /"svc_units" and "line_qty" could both be units/,
    ],
  ])(
    "is refused with the question where a guess has rivals or rests on little: %s",
    async (_what, layout, question) => {
      const { outcome } = await shown(layout, new Map());
      expect((outcome as Error).message).toMatch(question);
      expect((await shown(layout, printedAnswer(outcome as Error))).outcome).not.toBeInstanceOf(Error);
    },
  );

  it.each([
    ["Dept Code", /"Dept Code" may be it: --columns "Dept Code=billing_code"/],
    ["Reason Code", /Say which one it is with --columns "Its heading=billing_code"/],
  ])("is not priced by codes of something else: %s", async (heading, question) => {
    const { outcome } = await shown({ headings: `NPI,${heading}`, rows: [`${NPI},10234`] }, new Map());
    expect((outcome as Error).message).toMatch(question);
  });

  it.each([
    ["Business Unit", "412"],
    ["Units Paid", "3"],
    ["NDC Qty", "30"],
    ["Unit ID", "7"],
    ["Drug Units", "12.5"],
    ["Paid Flag", "1"],
    ["Payment Cycle", "12"],
    ["Payment Level", "3"],
    ["Charge Master", "40010"],
    ["Allowed Units", "2"],
  ])("takes %s neither for units nor for an amount", async (heading, value) => {
    const { outcome } = await shown(
      { headings: `NPI,CPT,DOS,${heading}`, rows: [`${NPI},99213,10/1/2026,${value}`] },
      new Map(),
    );
    expect(outcome).toMatchObject({ columns: expect.stringContaining(`Passed through: ${heading}.`) });
  });

  it.each([
    ["Net Medicaid Payment", "40", "paid_amount"],
    ["Plan Payment", "40.00", "paid_amount"],
    ["Submitted Charge", "40", "billed_amount"],
    ["Total Charge", "40.00", "billed_amount"],
    ["Gross Charges", "40.00", "billed_amount"],
    ["Svc Charge", "40.00", "billed_amount"],
    ["LINE_CHRG_AMT", "40.00", "billed_amount"],
    ["LINE_SBMTD_CHRG_AMT", "40.00", "billed_amount"],
    ["Claim Charge", "40.00", "billed_amount"],
    ["Amt Billed", "40.00", "billed_amount"],
    ["Chg Amt", "40.00", "billed_amount"],
    ["Detail Billed", "40.00", "billed_amount"],
    ["Covered Charges", "40.00", "billed_amount"],
    ["Line Item Charge Amount", "40.00", "billed_amount"],
    ["LINE_MDCD_ALOWD_AMT", "40.00", "allowed_amount"],
    ["LINE_ALOWD_CHRG_AMT", "40.00", "allowed_amount"],
    ["Allowed Charges", "40.00", "allowed_amount"],
    ["Payer Allowed Amount", "40.00", "allowed_amount"],
    ["Ins Allowed", "40.00", "allowed_amount"],
    ["MCD ALLOWED AMT", "40.00", "allowed_amount"],
    ["Allow Amt", "40.00", "allowed_amount"],
    ["Allowable", "40.00", "allowed_amount"],
  ])("guesses %s of %s to be %s", async (heading, value, role) => {
    const { outcome } = await shown(
      { state: "ca", headings: `NPI,CPT,DOS,${heading}`, rows: [`${NPI},99213,10/1/2026,${value}`] },
      new Map(),
    );
    expect(outcome).toMatchObject({ columns: expect.stringContaining(`${heading} = ${role} (guessed)`) });
  });

  it("guesses the charges of a stay, and those of the line of a visit", async () => {
    const stay = {
      headings: "NPI,DRG,discharge_date,Line Chg Amt,Claim Charge",
      rows: [`${OTHER},139-2,10/1/2026,1.00,40.00`],
    };
    const visit = {
      state: "ca",
      headings: "NPI,CPT,DOS,Line Chg Amt,Claim Charge",
      rows: [`${NPI},99213,10/1/2026,1.00,40.00`],
    };
    expect((await shown({ ...stay, setting: "inpatient" }, new Map())).outcome).toMatchObject({
      columns: expect.stringContaining("Claim Charge = total_charges (guessed)"),
    });
    expect((await shown(visit, new Map())).outcome).toMatchObject({
      columns: expect.stringContaining("Line Chg Amt = billed_amount (guessed)"),
    });
  });

  it.each([
    [
      "Average Charge",
      "40.00",
      '"Average Charge" may be what was billed and is passed through. If so, say --columns "Average Charge=billed_amount".',
    ],
    [
      "Max Allowed",
      "40.00",
      '"Max Allowed" may be what was allowed and is passed through. If so, say --columns "Max Allowed=allowed_amount".',
    ],
    [
      "Days/Units",
      "2",
      '"Days/Units" may be the units and is passed through. If so, say --columns "Days/Units=units".',
    ],
  ])("hints at %s, which is passed through", async (heading, value, hint) => {
    const { notices } = await shown(
      { state: "ca", headings: `NPI,CPT,DOS,${heading}`, rows: [`${NPI},99213,10/1/2026,${value}`] },
      new Map(),
    );
    expect(notices.join("\n")).toContain(hint);
  });

  it("hints at two columns that may both be what was allowed, and prices without", async () => {
    const layout = { headings: "NPI,CPT,DOS,Payer Allowed,Plan Allowed", rows: [`${NPI},99213,10/1/2026,40.00,41.00`] };
    const { notices, outcome } = await shown(layout, new Map());
    expect(outcome).not.toBeInstanceOf(Error);
    expect(notices.join("\n")).toContain('"Payer Allowed" or "Plan Allowed" may be what was allowed');
  });

  it("is not compared with what another payer paid", async () => {
    const layout = { headings: "NPI,CPT,DOS,Medicare Paid", rows: [`${NPI},99213,10/1/2026,5.00`] };
    const { outcome } = await shown(layout, new Map());
    expect(outcome).toMatchObject({ columns: expect.stringContaining("Passed through: Medicare Paid.") });
  });

  it("without headings is refused: its first claim would be lost, and is not shown", async () => {
    const rows = [`${NPI},99214,10/2/2026`, `${OTHER},J1885,10/3/2026`];
    const { outcome } = await shown(
      { headings: `${NPI},99213,10/1/2026,Smith`, rows: rows.map((row) => `${row},Doe`) },
      new Map(),
    );
    const { message } = outcome as Error;
    expect(message).toContain("The line that was taken for the headings looks like a claim.");
    expect(message).not.toContain("Smith");
  });

  it.each([
    ["106199901,139-2,2025-09-15,DOE JOHN,1961-02-03", "106199901,140-1,2025-09-16,ROE JANE,1970-01-01"],
    ["H01,APR139/2,DOE JOHN,4100.00", "H01,APR140/1,ROE JANE,1200.50"],
    ["H01,1392,DOE JOHN,19610203", "H01,1401,ROE JANE,19700101"],
    ["H01,DOE JOHN,$4100", "H01,ROE JANE,$1200"],
  ])("without headings lists none of a stay: %s", async (headings, row) => {
    const { outcome } = await shown({ headings, rows: [row], setting: "inpatient" }, new Map());
    const { message } = outcome as Error;
    expect(message).toContain("The line that was taken for the headings looks like a claim.");
    expect(message).not.toMatch(/DOE|1961/);
    const said = await shown({ headings, rows: [row], setting: "inpatient" }, new Map([["NPI", "npi"]]));
    expect((said.outcome as Error).message).toContain('There is no column "NPI" for --columns.');
    expect((said.outcome as Error).message).not.toMatch(/DOE|1961/);
  });

  it("tells of days that are passed through, which would choose another rate than today's", async () => {
    const { notices } = await shown({ headings: "NPI,CPT,Check Date", rows: [`${NPI},99213,10/1/2026`] }, new Map());
    expect(notices.join("\n")).toContain(
      '"Check Date" seems to hold days and is passed through. If it is date_of_service, say --columns "Check Date=date_of_service".',
    );
  });

  it("does not guess against what its headings say, nor what was said about them", async () => {
    const named = await shown(
      { headings: "NPI,CPT,DOS,start_date,svc_code", rows: [`${NPI},99213,10/1/2026,9/1/2026,99214`] },
      new Map(),
    );
    expect(named.outcome).toMatchObject({
      columns: "Columns: NPI = npi, CPT = billing_code, DOS = date_of_service. Passed through: start_date, svc_code.",
    });
    const layout = { headings: "NPI,CPT,start_date", rows: [`${NPI},99213,9/1/2026`] };
    expect((await shown(layout, new Map(), ["start_date"])).outcome).toMatchObject({
      columns: "Columns: NPI = npi, CPT = billing_code. Passed through: start_date.",
    });
  });
});

describe("A range of a table", () => {
  it("is not guessed, since another range of it could be guessed otherwise", async () => {
    const path = mkdtempSync(join(folder.path, "run-"));
    const headerFile = join(path, "whole.csv");
    const layout = LAYOUTS["segments of a remittance"] as Layout;
    writeFileSync(headerFile, written(layout));
    async function* bytes() {
      yield Buffer.from(layout.rows.join("\n"));
    }
    const stream = { bytes: bytes(), range: { headerFile, firstLine: 2 } };
    const asked = { state: stateOf("ca"), setting: "outpatient", release, stream } as const;
    await expect(repriced(path, "", asked)).rejects.toThrow(
      /There is no column billing_code: .* Say which one it is with --columns "Its heading=billing_code"\.$/,
    );
  });
});

describe("What was guessed", () => {
  const layout = LAYOUTS["segments of a remittance"] as Layout;
  const guesses = '"svc_code" is billing_code, "svc_units" is units, "svc_paid" is paid_amount';

  it("is told before the work, and with its results", async () => {
    const path = mkdtempSync(join(folder.path, "run-"));
    const asked = { state: stateOf("ca"), setting: "outpatient", release } as const;
    const { notices, results } = await repriced(path, written(layout), asked);
    expect(notices.join("\n")).toContain(
      `Guessed by values and words of headings: ${guesses}. If that is right, say so with --columns "svc_code=billing_code,svc_units=units,svc_paid=paid_amount"; if not, correct it there.`,
    );
    expect(notices.join("\n")).toContain("svc_code = billing_code (guessed)");
    expect(results).toMatchObject([{ units_priced: "3", expected_amount: "72.00", difference: "32.00" }]);
  });
});
