import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it, test } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import { lookupOf, type State } from "../../../src/pricing/state/state.ts";
import { withoutFaultColumns } from "../../../src/reprice/claims.ts";
import { FORM_ADVICE } from "../../../src/reprice/jobs/messages.ts";
import { columnsText, nothingCompared } from "../../../src/reprice/reading/columns-text.ts";
import { decidedColumns, readColumnsFile, writeColumnsFile } from "../../../src/reprice/reading/decided-columns.ts";
import { daysLeftToToday, readColumns } from "../../../src/reprice/reading/input-columns.ts";
import { states } from "../../../src/states/index.ts";
import { zeeland } from "../../serve/http/support/fake-state.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";

const lookup = lookupOf(zeeland, "outpatient");

function read(names: readonly string[], compare: string | null = null, passThrough: readonly string[] = []) {
  return readColumns({ names, lookup, decided: new Map(), compare, passThrough });
}

describe("The columns of an input", () => {
  it("are parameters by their names, in any order; the others are passed through", () => {
    expect(read(["claim", "npi", "", "billing_code", "paid", "claim"], "paid")).toEqual({
      ok: true,
      columns: {
        count: 6,
        parameters: [
          { name: "billing_code", heading: "billing_code", index: 3 },
          { name: "npi", heading: "npi", index: 1 },
        ],
        modifiers: [],
        severity: null,
        stay: null,
        codeSystem: null,
        units: null,
        paid: { name: "paid", index: 4 },
        allowed: null,
        billed: null,
        notOwed: null,
        denials: [],
        payerState: null,
        revenueCode: null,
        guessed: [],
      },
      warnings: [],
    });
  });

  it("must hold what every lookup needs", () => {
    expect(read(["claim"])).toEqual({
      ok: false,
      faults: [
        expect.stringMatching(/^There is no column billing_code: /),
        expect.stringMatching(
          /^There is no column that identifies the provider: one of npi, .*is needed\. Say which one it is with --columns "Its heading=npi"\.$/,
        ),
      ],
    });
  });

  it("are refused when one is a slip away from a parameter that is missing", () => {
    expect(read(["npi", "biling_code", "billing_code"])).toMatchObject({ ok: true });
    expect(read(["npi", "billing_code", "lenght_of_stay"])).toEqual({
      ok: false,
      faults: [
        'The column "lenght_of_stay" looks like length_of_stay. Say so with --columns "lenght_of_stay=length_of_stay", or say --pass-through "lenght_of_stay" when it is something else.',
      ],
    });
    expect(read(["npi", "billing_code", "lenght_of_stay"], null, ["lenght_of_stay"])).toMatchObject({ ok: true });
  });

  it("come with a warning when one is a slip away from a parameter that is there", () => {
    expect(read(["npi", "billing_code", "NPI"])).toMatchObject({
      warnings: ['"NPI" is passed through: there is a column npi.'],
    });
  });

  it("must not have a parameter twice", () => {
    expect(read(["npi", "billing_code", "npi"])).toEqual({
      ok: false,
      faults: ["There are 2 columns npi. Leave one of them."],
    });
  });

  it.each([
    [["npi", "billing_code", "paid_amount"], "paid_amnt", "did you mean paid_amount?"],
    [["npi", "billing_code"], "what we were paid", "the columns are npi, billing_code"],
  ])("must hold the one to compare with: %j", (names, compare, remedy) => {
    expect(read(names, compare)).toEqual({
      ok: false,
      faults: [expect.stringContaining(`for --compare; ${remedy}`)],
    });
  });

  it("leave a day without a column to today", () => {
    const columns = (names: readonly string[]) => {
      const outcome = read(names);
      if (!outcome.ok) throw new Error(outcome.faults.join());
      return outcome.columns;
    };
    const days = lookup.reader.names.filter((name) => name.includes("date"));
    expect(daysLeftToToday(lookup, columns(["npi", "billing_code"]), "2026-11-15" as Day)).toEqual(days);
    expect(daysLeftToToday(lookup, columns(["npi", "billing_code", ...days]), "2026-11-15" as Day)).toEqual([]);
  });

  it("are told without marks that would turn a terminal's direction of writing", () => {
    const names = ["\u202enpi\u202c", "billing_code", "Payer\u200f"];
    const outcome = read(names);
    if (!outcome.ok) throw new Error(outcome.faults.join());
    expect(columnsText(names, outcome.columns)).toBe("Columns: npi, billing_code. Passed through: Payer.");
  });
});

describe("paid candidates", () => {
  function said(...names: readonly string[]) {
    const lookup = lookupOf(states[0] as State, "outpatient");
    const all = ["npi", "billing_code", ...names];
    const read = readColumns({ names: all, lookup, decided: new Map(), compare: null, passThrough: [] });
    if (!read.ok) throw new Error(read.faults.join());
    return [nothingCompared(all, read.columns), nothingCompared(all, read.columns, FORM_ADVICE)];
  }

  test("a file that says what was paid is compared", () => {
    expect(said("Paid")).toEqual([null, null]);
  });

  test("a file that does not is not, with the reason", () => {
    const text = "Nothing compared: no column was taken for what was paid.";
    expect(said("Payer", "Paid Date", "Payment Method")).toEqual([text, text]);
  });

  test("columns that may be it are named, with how to say so", () => {
    const text = "Nothing compared: no column was taken for what was paid.";
    expect(said("Payer Paid")).toEqual([
      `${text} "Payer Paid" may be it: --compare "Payer Paid".`,
      `${text} "Payer Paid" may be it: the field compare "Payer Paid".`,
    ]);
  });
});

describe("decided columns", () => {
  const NOTHING = { columns: new Map<string, string>(), passThrough: [], compare: null };
  const KEPT = new Map([
    ["Date of\nservice", "date_of_service"],
    ["Paid", "paid_amount"],
    ["Mod 1", "modifier"],
    ["Payer  Paid", null],
  ]);

  function decided(said: Partial<Parameters<typeof decidedColumns>[0]>) {
    const { decided: all, leftAlone } = decidedColumns({ ...NOTHING, ...said }, KEPT);
    return { ...Object.fromEntries(all), leftAlone };
  }

  test("what a file keeps holds where nothing else is said, its headings in one line", () => {
    expect(decided({})).toEqual({
      "Date of service": "date_of_service",
      Paid: "paid_amount",
      "Mod 1": "modifier",
      leftAlone: ["Payer Paid"],
    });
  });

  test("what is said now counts, however the heading is broken or spaced there", () => {
    expect(decided({ columns: new Map([["Date of service ", "admit_date"]]) })).toMatchObject({
      "Date of service": "admit_date",
    });
  });

  test.each([
    ["--columns", { columns: new Map([["Payer Paid", "paid_amount"]]) }, { "Payer Paid": "paid_amount" }],
    ["--compare", { compare: "Payer Paid" }, {}],
  ])("a kept column loses what %s says of another", (_option, said, more) => {
    expect(decided(said)).toEqual({
      "Date of service": "date_of_service",
      "Mod 1": "modifier",
      ...more,
      leftAlone: [],
    });
  });

  test("a claim has several modifiers: a further one takes nothing away", () => {
    expect(decided({ columns: new Map([["Mod 2", "modifier"]]) })).toMatchObject({ "Mod 1": "modifier" });
  });

  test("a column that is to be passed through is nothing any more", () => {
    expect(decided({ passThrough: ["Paid"] })).not.toHaveProperty("Paid");
  });
});

describe("columns file", () => {
  const folder = temporaryFolder();
  const file = join(folder.path, "columns.json");
  afterAll(() => folder.remove());

  test("keeps what each heading is, and which are nothing", () => {
    expect(readColumnsFile(file)).toBeNull();
    writeColumnsFile(file, ["DOS", "Payer", "Mod 1", "Paid", "NPI"], {
      count: 5,
      parameters: [
        { name: "date_of_service", heading: "DOS", index: 0 },
        { name: "npi", heading: "NPI", index: 4 },
      ],
      modifiers: [{ name: "Mod 1", index: 2 }],
      severity: null,
      stay: null,
      codeSystem: null,
      units: null,
      paid: { name: "Paid", index: 3 },
      allowed: null,
      billed: null,
      notOwed: null,
      denials: [],
      payerState: null,
      revenueCode: null,
      guessed: [],
    });
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
      DOS: "date_of_service",
      Payer: null,
      "Mod 1": "modifier",
      Paid: "paid_amount",
      NPI: "npi",
    });
    expect([...(readColumnsFile(file) ?? [])]).toContainEqual(["Payer", null]);
  });

  test.each([
    ["{", "cannot be read"],
    ["[]", "is no file of columns"],
    ['{"DOS": 1}', "is no file of columns"],
    ['{"a:b": "npi", "Paid": "paid_amount", "Paid": "paid_as_credit"}', "with each heading once"],
    [`{"a":"${"x".repeat(1 << 20)}"}`, "has more than 1048576 bytes"],
  ])("a file that is none is refused", (text, reason) => {
    writeFileSync(file, text);
    expect(() => readColumnsFile(file)).toThrow(reason);
  });
});

describe("fault columns", () => {
  const line = 1;
  const end = { offset: 0, line: 2 };

  test("a file of faults is the file of claims that it came from", () => {
    const names = ["fault_line", "fault_columns", "fault_reasons", "npi", "a, b"];
    const header = { text: 'fault_line,"fault_columns",fault_reasons,npi,"a, b"', names, line, end };
    expect(withoutFaultColumns(header)).toEqual({
      header: { text: 'npi,"a, b"', names: ["npi", "a, b"], line, end },
      leadingCells: 3,
    });
  });

  test.each([
    [["npi", "fault_line", "fault_columns", "fault_reasons"]],
    [["fault_line", "npi"]],
    [["fault_line", "fault_columns", "fault_reasons"]],
  ])("%j is another file", (names) => {
    const header = { text: names.join(","), names, line, end };
    expect(withoutFaultColumns(header)).toEqual({ header, leadingCells: 0 });
  });
});
