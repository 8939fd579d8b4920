import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import type { State } from "../../../src/pricing/state/state.ts";
import { describedFile } from "../../../src/release/open.ts";
import type { Repricing } from "../../../src/reprice/repricing.ts";
import { chosenFields, outputHeader } from "../../../src/reprice/writing/output-columns.ts";
import { states } from "../../../src/states/index.ts";
import { SAMPLE } from "../../cli/support/ratebook.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { releaseAt } from "../../support/shared-release.ts";
import { repriced } from "../support/repriced.ts";

const end = { offset: 0, line: 2 };

test("the input's own header comes first, untouched; a name of ours that it has already is marked", () => {
  const header = { text: '"npi",claim , payment_rate', names: ["npi", "claim", "payment_rate"], end };
  expect(outputHeader(header, { fields: ["npi", "payment_rate"], isCompared: true, isExplained: true })).toBe(
    '"npi",claim , payment_rate,input_line,result_number,result_count,date_priced,outcome,reason,units_priced,amount_at_rate,expected_amount,difference,remarks,remark_codes,result_npi,result_payment_rate,other_results,lookup,figures,explain_command\n',
  );
});

test("an output can be repriced again", () => {
  const header = { text: "npi,input_line,result_npi", names: ["npi", "input_line", "result_npi"], end };
  expect(outputHeader(header, { fields: ["npi"], isCompared: false, isExplained: false })).toBe(
    "npi,input_line,result_npi,result_input_line,result_number,result_count,date_priced,outcome,reason,units_priced,amount_at_rate,expected_amount,remarks,remark_codes,result_result_npi,other_results,lookup\n",
  );
});

const lookups = states.flatMap((state) => state.lookups);

describe("The fields to write", () => {
  it.each(lookups)("are few by default and answer how much and why", (lookup) => {
    const usual = chosenFields(lookup, null) as readonly string[];
    expect(usual.length).toBeLessThanOrEqual(12);
    for (const name of ["rate_found", "payment_rate", "error_message", "provider_name", "calculation_method"]) {
      expect(usual).toContain(name);
    }
  });

  it.each(lookups)("are all of them when asked for", (lookup) => {
    expect(chosenFields(lookup, ["all"])).toEqual(Object.keys(lookup.resultSchema.properties));
  });

  const [lookup] = lookups as [(typeof lookups)[number]];

  it("keep the order in which they are asked for", () => {
    expect(chosenFields(lookup, ["payment_rate", "npi"])).toEqual(["payment_rate", "npi"]);
  });

  it.each([
    [["payment_rat"], 'fields of the result, and "payment_rat" is none; did you mean payment_rate?'],
    [["npi", "npi"], "each field once, and npi is there twice"],
  ])("must be fields of the result: %j", (asked, expected) => {
    expect(chosenFields(lookup, asked)).toEqual({ expected });
  });
});

describe("cells come back", () => {
  const SEED = 20_261_101;
  const RECORDS = 50;

  const folder = temporaryFolder();
  let asked: Pick<Repricing, "state" | "setting" | "release">;

  beforeAll(async () => {
    const file = join(folder.path, "sample.db");
    await releaseAt(file, SAMPLE);
    const release = { file, contentHash: describedFile(file).contentHash };
    asked = { state: states[0] as State, setting: "outpatient", release };
  });
  afterAll(() => folder.remove());

  const DELIMITERS = { commas: ",", semicolons: ";", tabs: "\t", pipes: "|" } as const;
  const ENCODINGS = {
    "UTF-8": (text: string) => Buffer.from(text),
    "UTF-8 with a mark": (text: string) => Buffer.from(`\ufeff${text}`),
    "UTF-16": (text: string) => Buffer.from(`\ufeff${text}`, "utf16le"),
    "Windows-1252": (text: string) => Buffer.from(text, "latin1"),
  } as const;
  const LINE_ENDS = { LF: "\n", CRLF: "\r\n" } as const;

  type Kind = readonly [keyof typeof DELIMITERS, keyof typeof ENCODINGS, keyof typeof LINE_ENDS];
  const KINDS = Object.keys(DELIMITERS).flatMap((delimiter) =>
    Object.keys(ENCODINGS).flatMap((encoding) =>
      Object.keys(LINE_ENDS).map((lineEnd) => [delimiter, encoding, lineEnd] as unknown as Kind),
    ),
  );

  /**
   * Whatever a person types, and nearly what a line of the file looks like. It has neither provider nor code: a cell with claims is
   * rejected (`open-quote.test.ts`).
   */
  const SIGNS = [
    "a",
    "7",
    " ",
    ",",
    ";",
    "\t",
    "|",
    '"',
    '""',
    "\n",
    "\r\n",
    "ñ",
    "é",
    "=",
    "'",
    "1000700140",
    "99213",
  ];
  const PIECES = [...SIGNS, "\nX,,,2026-10-01,\n", "\nX;;;2026-10-01;\n"];

  /** A first or last line with an empty cell may be the end of another claim: its record is rejected (`stray-quotes.test.ts`). */
  const mayEndClaim = (text: string) => {
    const lines = text.split("\n");
    const [first = "", last = ""] = [lines[0], lines.at(-1)];
    return lines.length > 1 && [first, last].some((line) => /(?:^|[,;|\t])\s*(?:$|[,;|\t])/.test(line));
  };

  /** White space around a cell goes where a text is converted; so do the signs of `="007"`. */
  const note = fc
    .string({ unit: fc.constantFrom(...PIECES), maxLength: 12 })
    .map((text) => text.trim())
    .filter((text) => !/^="?.*"?$/s.test(text) && !mayEndClaim(text));

  interface Written {
    readonly before: string;
    readonly after: string;
    /** Whether cells are in quotes that need none. */
    readonly isQuoted: boolean;
  }
  const written: fc.Arbitrary<Written> = fc.record({ before: note, after: note, isQuoted: fc.boolean() });

  describe("A cell is a cell, whatever is written in it", () => {
    it.each(KINDS)(`in ${RECORDS} records with %s, %s, %s`, async (delimiter, encoding, lineEnd) => {
      const sign = DELIMITERS[delimiter];
      const end = LINE_ENDS[lineEnd];
      const number = KINDS.findIndex((kind) => kind.join() === [delimiter, encoding, lineEnd].join());
      const records = fc.sample(written, { numRuns: RECORDS, seed: SEED + number });
      const cell = (text: string, isQuoted: boolean) =>
        isQuoted || /["\r\n]/.test(text) || text.includes(sign) ? `"${text.replaceAll('"', '""')}"` : text;
      const lines = records.map(({ before, after, isQuoted }, position) =>
        [before, "1000700140", "99213", "2026-10-01", after, `ñ${position}`]
          .map((text) => cell(text, isQuoted))
          .join(sign),
      );
      const headings = ["Note", "NPI", "CPT", "DOS", "Comment", "position"].join(sign);
      const file = ENCODINGS[encoding]([headings, ...lines, ""].join(end));
      const path = mkdtempSync(join(folder.path, "run-"));
      const { results, faults, outcome, notices } = await repriced(path, file as unknown as string, asked);
      expect(notices[0]).toContain(`${delimiter}, ${encoding.split(" ")[0]}, 6 columns.`);
      expect(faults).toEqual([]);
      expect(outcome).toMatchObject({ tally: { lookups: RECORDS, priced: RECORDS } });
      expect(results.map(({ position, Note, CPT, Comment }) => [position, Note, CPT, Comment])).toEqual(
        records.map(({ before, after }, position) => [`ñ${position}`, before, "99213", after]),
      );
    });
  });
});
