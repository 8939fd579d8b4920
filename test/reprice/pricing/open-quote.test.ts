import { describe, expect, it } from "vitest";
import { notedText } from "../../../src/reprice/pricing/noted.ts";
import { sampleClaims } from "../support/sample-claims.ts";

/* A quotation mark opens a cell, and the next one closes it: all claims between are one cell. */

const { reprice, look } = sampleClaims();

async function run(lines: readonly string[], separator = ",", lineEnd = "\n") {
  const text = lines.map((line) => `${line.replaceAll(",", separator)}${lineEnd}`).join("");
  const done = await reprice(text);
  if (done.outcome.kind !== "complete") throw new Error("it was interrupted");
  const { tally } = done.outcome;
  return {
    ...done,
    tally,
    noted: Object.fromEntries(tally.noted),
    priced: done.results.map(({ claim, input_line, difference }) => [claim, input_line, difference]),
  };
}

const HEADINGS = "claim,npi,billing_code,date_of_service,note,paid";
const claim = (name: string, note: string, paid = "24.00") => `${name},1000700140,99213,2026-10-01,${note},${paid}`;

describe("A quotation mark that is not closed", () => {
  const OPEN = [
    HEADINGS,
    claim("A", ""),
    claim("B", '"5 foot'),
    claim("C", "", "20.00"),
    claim("D", '""', "30.00"),
    claim("E", '6"'),
    claim("F", "", "25.00"),
  ];

  it.each([
    [",", "\n"],
    [",", "\r\n"],
    [";", "\n"],
    ["\t", "\r\n"],
    ["|", "\n"],
  ])("is told, and all lines up to the next mark are rejected (%j, %j)", async (separator, lineEnd) => {
    const { priced, faults, noted, tally } = await run(OPEN, separator, lineEnd);
    expect(priced).toEqual([
      ["A", "2", "0.00"],
      ["F", "7", "-1.00"],
    ]);
    expect(faults).toMatchObject([
      {
        fault_line: "3",
        fault_reasons:
          "A quotation mark in line 3 makes one cell of all text up to line 6, and 4 of these lines look like claims. Close the mark in its line, or take the line breaks out of the cell.",
        claim: "B",
        note: expect.stringMatching(/5 foot.*C.*D.*E.*6/s),
      },
    ]);
    expect(tally).toMatchObject({ lookups: 3, faulty: 1 });
    expect(noted).toEqual({ openQuote: 4 });
    expect(notedText("openQuote", 4)).toContain("a quotation mark is not closed");
  });

  it("is told between two claims that follow each other, whose cells would be those of one", async () => {
    const { priced, faults } = await run([HEADINGS, claim("A", '"x', "1.00"), claim("B", 'y"', "2.00")]);
    expect(priced).toEqual([]);
    expect(faults[0]?.fault_reasons).toContain("up to line 3, and 2 of these lines look like claims");
  });

  it("is told where the mark that closes it stands in another column", async () => {
    const last = 'E,1000700140,99213,2026-10-01,,24.00"';
    const lines = [HEADINGS, claim("A", '"x'), claim("B", ""), claim("C", ""), last];
    const { priced, noted } = await run(lines);
    expect(priced).toEqual([]);
    expect(noted).toEqual({ openQuote: 4 });
  });

  it("is told where lines in between are no sound claims", async () => {
    const lines = [HEADINGS, claim("A", '"x'), claim("B", "").replace("1000700140", "123"), claim("C", 'y"')];
    expect((await run(lines)).noted).toEqual({ openQuote: 3 });
    const withoutDay = claim("B", 'y"').replace("2026-10-01", "");
    expect((await run([HEADINGS, claim("A", '"x'), withoutDay])).noted).toEqual({ openQuote: 2 });
    const withoutProvider = claim("A", '"x').replace("1000700140", "");
    expect((await run([HEADINGS, withoutProvider, claim("B", 'y"')])).noted).toEqual({ openQuote: 2 });
  });

  it.each([",", ";", "\t", "|"])("is told where the marks are whole cells (%j)", async (separator) => {
    const inFront = [
      "note,claim,npi,billing_code,date_of_service,paid",
      '",A,1000700140,99213,2026-10-01,1.00',
      '",B,1000700140,99213,2026-10-01,2.00',
    ];
    const behind = [
      "claim,npi,billing_code,date_of_service,paid,note",
      'A,1000700140,99213,2026-10-01,1.00,"',
      'B,1000700140,99213,2026-10-01,2.00,"',
    ];
    for (const lines of [inFront, behind]) {
      const { priced, noted } = await run(lines, separator);
      expect(priced).toEqual([]);
      expect(noted).toEqual({ openQuote: 2 });
    }
  });

  it.each([",", "\t"])("is told where the line that closes it has an amount alone (%j)", async (separator) => {
    const { priced, faults, noted } = await run([HEADINGS, claim("A", '"', "1.00"), ',,,,",2.00'], separator);
    expect(priced).toEqual([]);
    expect(faults[0]?.fault_reasons).toContain("up to line 3, and 1 of these lines looks like a claim.");
    expect(noted).toEqual({ openQuote: 1 });
  });

  it("is told where several marks share their lines", async () => {
    const three = [claim("A", '"'), 'B,1000700140,99213,2026-10-01,","', 'C,1000700140,99213,2026-10-01,x,"'];
    const { priced, noted } = await run([HEADINGS, ...three]);
    expect(priced).toEqual([]);
    expect(noted).toEqual({ openQuote: 3 });
    // The first mark makes one cell of two in its line.
    const two = await run([
      HEADINGS.replace("claim,npi", "claim,note,npi").replace(",note,paid", ",paid"),
      '"A,","1000700140,99213,2026-10-01,1.00',
      'B,",1000700140,99213,2026-10-01,2.00',
    ]);
    expect(two.priced).toEqual([]);
    expect(two.noted).toEqual({ openQuote: 2 });
  });

  it.each([",", ";", "\t", "|"])("in the names of the columns refuses the file (%j)", async (separator) => {
    const marked = HEADINGS.replace("note,paid", 'paid,"');
    const lines = [marked, 'A,1000700140,99213,2026-10-01,24.00,"', claim("B", "")];
    await expect(run(lines, separator)).rejects.toThrow(
      "a quotation mark in the names of the columns is not closed: they go on for 2 lines, with claims in them. Close the mark in its line.",
    );
    const overLines = HEADINGS.replace("note,paid", '"note\n2026",paid');
    expect((await run([overLines, claim("A", "")], separator)).priced).toEqual([["A", "3", "0.00"]]);
  });

  it("that nothing closes rejects its own line alone, also at the end of the file", async () => {
    for (const separator of [",", ";"]) {
      const { priced, faults } = await run([HEADINGS, claim("A", '"x'), claim("B", "")], separator);
      expect(priced.map(([name]) => name)).toEqual(["B"]);
      expect(faults).toMatchObject([{ fault_line: "2" }]);
      const end = await run([HEADINGS, claim("A", ""), claim("B", '"x')], separator);
      expect(end.priced.map(([name]) => name)).toEqual(["A"]);
      expect(end.faults).toMatchObject([{ fault_line: "3" }]);
    }
  });

  it("shows in a dry run, also below the lines that it prints", async () => {
    const many = Array.from({ length: 20 }, (_, place) => claim(`claim ${place}`, ""));
    const { notices } = await look([HEADINGS, ...many, ...OPEN.slice(1)].join("\n"));
    expect(notices).toContain(`Among the first lines: ${notedText("openQuote", 4)}.`);
  });

  it("is told in a corrected file of rejected lines as well", async () => {
    const inFront = (line: string, at: number) => `${at},note,reason,${line}`;
    const [headings = "", ...lines] = OPEN;
    const { priced, noted } = await run([`fault_line,fault_columns,fault_reasons,${headings}`, ...lines.map(inFront)]);
    expect(priced.map(([name]) => name)).toEqual(["A", "F"]);
    expect(noted).toEqual({ openQuote: 4 });
  });

  it("is rejected again as long as it stands in one cell of that file: in another one, the row would be a remark", async () => {
    const headings = `fault_line,fault_columns,fault_reasons,${HEADINGS}`;
    const { priced, faults, noted } = await run([headings, `2,,reason,${claim("A", "")}`, '3,,reason,"B 99213",,,,,']);
    expect(priced.map(([name]) => name)).toEqual(["A"]);
    expect(faults).toMatchObject([{ fault_reasons: expect.stringMatching(/^The line has nothing in the columns/) }]);
    expect(noted).toEqual({});
  });
});

it.each(['"Paid\n(2024, 2025)"', '"Paid\n2024",2025,2026', '"Note\n3 of 5",7'])(
  "A heading of several lines with years or numbers, %j, is none that swallows claims",
  async (last) => {
    const blanks = ",".repeat(last.replaceAll(/"[^"]*"/g, "").split(",").length);
    const { priced } = await run([`${HEADINGS},${last}`, `${claim("A", "")}${blanks}`]);
    expect(priced.map(([name]) => name)).toEqual(["A"]);
  },
);

describe("A cell of several lines", () => {
  it.each([
    ["a note in the middle", claim("A", '"called, no answer\nwill try again, later\nthen, closed"')],
    // As many commas as the headings have, and words.
    ["a note with commas", claim("A", '"called\none, two, three, 4, five, six\nclosed"')],
    [
      "a note with numbers",
      claim("A", '"called\non 10/1/2026, paid $24.00, for 99213, at 9:30, ref 1000700140, ok\nclosed"'),
    ],
    ["notes in the first, a middle and the last column", '"A\nb",1000700140,99213,2026-10-01,"one\ntwo","24.00\n"'],
    ["a note that ends with a blank line", claim("A", '"called\n\n"')],
    ["several notes", '"A\nb",1000700140,99213,2026-10-01,"one\ntwo",24.00'],
  ])("is none: %s", async (_, line) => {
    const { tally, noted, priced } = await run([HEADINGS, line, claim("B", "")]);
    expect(tally).toMatchObject({ lookups: 2, faulty: 0 });
    expect(noted).not.toHaveProperty("openQuote");
    expect(priced.map(([, at]) => at)).toEqual(["2", String(3 + line.split("\n").length - 1)]);
  });

  it("is none in the first or in the last column, beside the claim of its own line", async () => {
    const ofFirst = "note,claim,npi,billing_code,date_of_service,paid";
    const first = ['"one', 'two",A,1000700140,99213,2026-10-01,24.00'];
    const last = ['A,1000700140,99213,2026-10-01,24.00,"one', 'two"'];
    for (const lines of [
      [ofFirst, ...first],
      ["claim,npi,billing_code,date_of_service,paid,note", ...last],
    ]) {
      const { tally, noted } = await run(lines);
      expect(tally).toMatchObject({ lookups: 1, faulty: 0, compared: 1 });
      expect(noted).not.toHaveProperty("openQuote");
    }
  });
});
