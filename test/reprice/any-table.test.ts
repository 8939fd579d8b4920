import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { State } from "../../src/pricing/state/state.ts";
import { describedFile } from "../../src/release/open.ts";
import { dryRun } from "../../src/reprice/dry-run.ts";
import type { Plan } from "../../src/reprice/plan.ts";
import { NO_TOLERANCE } from "../../src/reprice/pricing/payment-comparison.ts";
import type { Repricing } from "../../src/reprice/repricing.ts";
import { states } from "../../src/states/index.ts";
import { SAMPLE } from "../cli/support/ratebook.ts";
import { xlsx } from "../imports/fixtures.ts";
import { type BookCell, sameAsXlsx, xls } from "../imports/legacy-workbook.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { crewOfOne, repriced } from "./support/repriced.ts";

const folder = temporaryFolder();
let asked: Pick<Repricing, "state" | "setting" | "release">;

beforeAll(async () => {
  const file = join(folder.path, "sample.db");
  await releaseAt(file, SAMPLE);
  asked = {
    state: states[0] as State,
    setting: "outpatient",
    release: { file, contentHash: describedFile(file).contentHash },
  };
});
afterAll(() => folder.remove());

const run = () => mkdtempSync(join(folder.path, "run-"));

/** The support writes whatever it is given. */
function work(
  path: string,
  file: Buffer,
  options: Partial<Repricing> = {},
  tools: Parameters<typeof repriced>[3] = {},
) {
  return repriced(path, file as unknown as string, { ...asked, ...options }, tools);
}

const HEADINGS = ["claim", "npi", "billing_code", "date_of_service", "paid"];
const CLAIMS = [
  ["A", "1000700140", "99213", "2026-10-01", "23.99"],
  ["Peña", "1000700140", "99213", "2026-10-02", "24"],
  ["C", "1000700140", "ZZZZZ", "2026-10-01", "1"],
];

function text(delimiter: string): string {
  return [HEADINGS, ...CLAIMS].map((cells) => `${cells.join(delimiter)}\r\n`).join("");
}

const sheet = [
  HEADINGS,
  ...CLAIMS.map(([claim = "", npi = "", code = "", day = "", paid = ""]) => [
    claim,
    Number(npi),
    code,
    new Date(day),
    Number(paid),
  ]),
];

describe("The same claims", () => {
  it.each([
    ["semicolons in UTF-8", () => Buffer.from(text(";"))],
    ["tabs in UTF-16", () => Buffer.from(`\ufeff${text("\t")}`, "utf16le")],
    ["commas in Windows-1252", () => Buffer.from(text(","), "latin1")],
    ["a workbook", () => xlsx({ Claims: sheet })],
  ])("have the same results with %s as with commas in UTF-8", async (_what, file) => {
    const plain = run();
    await work(plain, Buffer.from(text(",")));
    const other = run();
    const { outcome } = await work(other, file());
    expect(outcome).toMatchObject({ kind: "complete", tally: { lookups: 3, priced: 2 } });
    expect(readFileSync(join(other, "out.csv"), "utf8")).toBe(readFileSync(join(plain, "out.csv"), "utf8"));
    expect(readdirSync(other)).toEqual(["in.csv", "out.csv"]);
  });

  it("are looked for on another sheet where the first one is a cover", async () => {
    const cover = xlsx({ Cover: [["May 2026"]], Claims: sheet });
    await expect(work(run(), cover)).rejects.toThrow(/\("Claims"\), choose it with --sheet "Claims"\.$/);
  });

  it("are shown before they are priced, by the rows of their sheet", async () => {
    const path = run();
    const input = join(path, "in.xlsx");
    writeFileSync(input, xlsx({ Notes: [["x"]], Claims: [["May"], [], ...sheet] }));
    const given = { input, sheet: "Claims", out: join(path, "out.csv"), fields: [], decided: new Map(), compare: null };
    const notices: string[] = [];
    const rest = {
      tolerance: NO_TOLERANCE,
      explains: false,
      staleAfterMonths: null,
      passThrough: [],
      resume: false,
      force: false,
      today: "2026-11-15" as Repricing["today"],
    };
    const { lines } = await dryRun({ ...asked, ...given, ...rest }, (line) => notices.push(line));
    expect(lines.map(({ line }) => line)).toEqual([4, 5, 6]);
    expect(notices).toEqual([
      `${input}: workbook, sheet "Claims" (of 2; the other is "Notes"), 5 columns, headings in row 3.`,
    ]);
  });
});

describe("The lines of a file are counted", () => {
  const rest = {
    sheet: null,
    fields: [],
    decided: new Map(),
    compare: null,
    tolerance: NO_TOLERANCE,
    explains: false,
    staleAfterMonths: null,
    passThrough: [],
    resume: false,
    force: false,
    today: "2026-11-15" as Repricing["today"],
  };

  async function counted(file: string | Buffer): Promise<number | null> {
    const path = run();
    const input = join(path, "in");
    writeFileSync(input, file);
    let count: number | null = null;
    const given = { ...asked, ...rest, input, out: join(path, "out.csv") };
    await dryRun(given, () => {}, {
      onLines: (lines) => {
        count = lines;
      },
    });
    return count;
  }

  const many = Array.from({ length: 3_000 }, (_, at) => ["C".repeat(1_000), 1000700140, "99213", "2026-10-01", at]);

  it("in a text, whatever stands between its cells and in whatever it is encoded", async () => {
    expect(await counted(text(","))).toBe(3);
    expect(await counted(text(";"))).toBe(3);
    expect(await counted(Buffer.from(`\ufeff${text("\t")}`, "utf16le"))).toBe(3);
    expect(await counted(`Claims of May\n\n${text(",").trimEnd()}`)).toBe(3);
    expect(await counted([HEADINGS, ...many].map((cells) => `${cells.join(",")}\n`).join(""))).toBe(3_000);
  });

  it("in a workbook, old or new, also where more of it is left than is read ahead", async () => {
    expect(await counted(xlsx({ Claims: sheet }))).toBe(3);
    expect(await counted(xlsx({ Claims: [HEADINGS, ...many] }))).toBe(3_000);
    expect(await counted(xls({ Claims: [HEADINGS, ...many] }))).toBe(3_000);
  });
});

describe("A formula without a value", () => {
  const headings = ["claim", "npi", "billing_code", "date_of_service", "Units", "Mod", "paid"];
  const claim = (id: string, units: BookCell, modifier: BookCell, paid: BookCell): readonly BookCell[] => [
    id,
    "1000700140",
    "99213",
    "2026-10-01",
    units,
    modifier,
    paid,
  ];
  const rows = [
    headings,
    claim("well", 2, null, 48),
    claim("units", { t: "e", v: 7 }, null, 24),
    claim("modifier", 1, { t: "e", v: 42 }, 24),
    claim("paid", 1, null, { t: "e", v: 23 }),
  ];

  it.each([
    ["XLSX", sameAsXlsx],
    ["XLS", xls],
  ])("in %s is never priced as an empty cell", async (_format, bookOf) => {
    const { outcome, results, faults } = await work(run(), bookOf({ Claims: rows }));
    const reasons = faults.map(({ claim: id = "", fault_reasons = "" }) => [id, fault_reasons]);
    const failed = "Enter a value: its formula failed or was never calculated";
    expect(reasons).toEqual([
      ["units", expect.stringContaining(`"#DIV/0!" cannot be used. ${failed}`)],
      ["modifier", expect.stringContaining(failed)],
      ["paid", expect.stringContaining(`"#REF!" cannot be used. ${failed}`)],
    ]);
    const amounts = results.map(({ claim: id, expected_amount, difference }) => [id, expected_amount, difference]);
    expect(amounts).toEqual([
      ["well", "48.00", "0.00"],
      ["units", "", ""],
      ["paid", "24.00", ""],
    ]);
    expect(outcome).toMatchObject({ tally: { faulty: 1, doubtful: 2 } });
  });

  it("that another program wrote without calculating it, marked as an error, is none either", async () => {
    const book = sameAsXlsx({ Claims: [headings, claim("units", { t: "n", f: "1+1" }, null, 24)] });
    const { faults, results } = await work(run(), book);
    expect(faults[0]?.fault_reasons).toContain("#N/A (a formula that was never calculated)");
    expect(results).toMatchObject([{ claim: "units", expected_amount: "", difference: "" }]);
  });
});

describe("A file of faults", () => {
  it("that a spreadsheet program saved with semicolons is the claims that it came from", async () => {
    const path = run();
    await work(path, Buffer.from(text(",").replace("2026-10-01,23.99", "13/10/2026,23.99")));
    const written = readFileSync(join(path, "out.faults.csv"), "utf8");
    // Reasons have commas and stand in quotes; no other cell does.
    const saved = written
      .replaceAll(/("[^"]*")|,/g, (_, quoted) => quoted ?? ";")
      .replace("13/10/2026;23", "10/1/2026;23");
    const again = await work(run(), Buffer.from(saved));
    expect(again.faults).toEqual([]);
    expect(Object.keys(again.results[0] ?? {}).slice(0, 6)).toEqual([...HEADINGS, "input_line"]);
    expect(again.results).toMatchObject([{ claim: "A", expected_amount: "24.00", difference: "0.01" }]);
  });
});

describe("A table whose columns are not recognised", () => {
  it("is told with what it was taken for", async () => {
    const notices: string[] = [];
    const path = run();
    const refused = work(path, Buffer.from("May;x\nclaim;npi\n1;2\n"), {}, { notify: (line) => notices.push(line) });
    await expect(refused).rejects.toThrow(`${join(path, "in.csv")}:2: There is no column billing_code`);
    expect(notices).toEqual([`${join(path, "in.csv")}: semicolons, UTF-8, 2 columns, headings in line 2.`]);
  });
});

/** Stops a run after so many chunks. */
function stoppedAfter(chunks: number) {
  const controller = new AbortController();
  let priced = 0;
  const startCrew = async (plan: Plan) => {
    const crew = crewOfOne(plan);
    const price: typeof crew.price = async (chunk) => {
      priced += 1;
      if (priced <= chunks) return await crew.price(chunk);
      controller.abort();
      throw new Error("stopped");
    };
    return { ...crew, price, end: async () => undefined };
  };
  return { startCrew, interruption: controller.signal };
}

describe("A run over a workbook that was interrupted", () => {
  /** Wide rows, so that a few of them are several chunks. */
  const wide = "x".repeat(200);
  const many = Array.from({ length: 2_500 }, (_, number) => [
    `${wide}\n${number}`,
    1000700140,
    "99213",
    "2026-10-01",
    number % 50,
  ]);
  const book = xlsx({ Claims: [HEADINGS, ...many], Other: [HEADINGS, ...many] });
  const resume = { resume: true, force: false };

  it("goes on in the middle of it, to the same bytes", async () => {
    const whole = run();
    await work(whole, book);
    const path = run();
    const stopped = await work(path, book, {}, stoppedAfter(2));
    expect(stopped.outcome).toMatchObject({ kind: "interrupted" });
    expect((stopped.outcome as { line: number }).line).toBeGreaterThan(500);
    // What is converted is never on disk.
    expect(readdirSync(path).sort()).toEqual([
      "in.csv",
      "out.csv.partial",
      "out.csv.progress",
      "out.faults.csv.partial",
    ]);
    const { results } = await work(path, book, resume);
    expect(readFileSync(join(path, "out.csv")).equals(readFileSync(join(whole, "out.csv")))).toBe(true);
    expect(results.at(-1)).toMatchObject({ claim: `${wide}\n2499`, input_line: "2501" });
  });

  it("does not go on with another sheet, nor with a file that was edited at its end", async () => {
    const path = run();
    await work(path, book, {}, stoppedAfter(1));
    await expect(work(path, book, { ...resume, sheet: "Other" })).rejects.toThrow(
      /cannot be resumed: the input was .* sheet "Claims" .* and is now .* sheet "Other"/,
    );
    const csv = Buffer.from(`${HEADINGS.join(",")}\n${`${wide},1000700140,99213,2026-10-01,1\n`.repeat(1_600)}`);
    const other = run();
    await work(other, csv, {}, stoppedAfter(1));
    csv.write("2", csv.length - 2);
    await expect(work(other, csv, resume)).rejects.toThrow(/cannot be resumed: the input was .* SHA-256/);
    expect(existsSync(join(other, "out.csv"))).toBe(false);
  });
});

describe("Results that are streamed", () => {
  it("are the bytes of the file, without any file; reasons of faulty lines are told", async () => {
    const path = run();
    const file = Buffer.from(`${text(";")}D;12;99213;2026-10-01;\r\n`);
    const written: Uint8Array[] = [];
    const notices: string[] = [];
    const writeOut = async (bytes: Uint8Array) => void written.push(Buffer.from(bytes));
    const input = join(path, "in.csv");
    // The support reads back a file, which there is not.
    const streamed = work(path, file, { out: "-" }, { writeOut, notify: (line) => notices.push(line) });
    await expect(streamed).rejects.toThrow("ENOENT");
    expect(readdirSync(path)).toEqual(["in.csv"]);
    const filed = run();
    await work(filed, file, { input });
    expect(Buffer.concat(written).toString()).toBe(readFileSync(join(filed, "out.csv"), "utf8"));
    expect(notices).toContain('line 5: npi "12" cannot be used. Enter 10 digits.');
    expect(notices.at(-1)).toContain("Some lines are faulty.");
  });
});
