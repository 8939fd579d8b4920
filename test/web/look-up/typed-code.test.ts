import { describe, expect, test } from "vitest";
import { catalogueOf } from "../../../src/serve/http/catalogue.ts";
import { states } from "../../../src/states/index.ts";
import { readingText, readText, searchedIn } from "../../../web/src/look-up/typed-code.ts";

const { states: served } = catalogueOf(states);

function settingOf(code: string, name: string) {
  const found = served.find((each) => each.code === code)?.settings.find(({ setting }) => setting === name);
  if (found === undefined) throw new Error(`No ${code} ${name}`);
  return found;
}

const PROCEDURES = settingOf("ca", "outpatient");
const DRGS = settingOf("ca", "inpatient");
/** A state whose DRGs may come without their severity. */
const DRGS_ALONE = settingOf("fl", "inpatient");
/** A state that looks groups up by their number. */
const GROUPS = settingOf("ny", "outpatient");
/** A state whose stays may also have a rate code. */
const RATE_CODES = settingOf("ny", "inpatient");

/** The readings of a text; "asked: ..." where the reader has to choose. */
function read(text: string, setting = PROCEDURES): string {
  const found = readText(text, setting);
  switch (found.kind) {
    case "codes":
      return found.readings.map((each) => readingText(each, setting)).join("; ");
    case "choice":
      return `asked: ${found.readings.map((each) => readingText(each, setting)).join(" or ")}`;
    case "refused":
      return `refused: ${found.why}`;
    case "unread":
      return "unread";
  }
}

describe("a typed procedure", () => {
  test.each([
    ["99213", "99213"],
    // A long s is no S.
    ["\u017f0302", "unread"],
    [" j1100 ", "J1100"],
    ["CPT 99213", "99213"],
    ["cpt: 99213", "99213"],
    ["CPT99213", "99213"],
    ["CPT-4 99213", "99213"],
    ["CPT 4 99213", "99213"],
    ["CPT-4: 99213, CPT4 99214", "99213; 99214"],
    ["99213 (CPT) 25", "99213 with modifier 25"],
    ["99213 CPT", "99213"],
    ["CPT/HCPCS 99213", "99213"],
    ["HCPCS J1100", "J1100"],
    ["procedure code 99213", "99213"],
    ["'99213", "99213"],
    ["99213.", "99213"],
    ["0450", "asked: 0450"],
    ["99213.0", "99213"],
    ["(99213)", "99213"],
    ["99213\u00a025", "99213 with modifier 25"],
    ["99213-25", "99213 with modifier 25"],
    ["99213\u201325", "99213 with modifier 25"],
    ["99213 - 25", "99213 with modifier 25"],
    ["99213:25", "99213 with modifier 25"],
    ["99213/25", "99213 with modifier 25"],
    ["9921325", "99213 with modifier 25"],
    ["99213 tc", "99213 with modifier TC"],
    ["99213, 25", "99213 with modifier 25"],
    ["99213 modifier 25", "99213 with modifier 25"],
    ["99213 mod: TC", "99213 with modifier TC"],
    ["99213-25-59", "99213 with modifiers 25 and 59"],
    ["99213-2559", "99213 with modifiers 25 and 59"],
    ["99213 25 59", "99213 with modifiers 25 and 59"],
    ["99213,25,59", "99213 with modifiers 25 and 59"],
    ["99213-25-25", "99213 with modifier 25"],
    // Zeros in front. 00992-13 would be another reading, if there were a modifier 13.
    ["0099213", "99213"],
    ["099213", "99213"],
    ["0099025", "asked: 99025 or 00990 with modifier 25"],
    ["00840", "00840"],
    ["0084023", "asked: 84023 or 00840 with modifier 23"],
    // Units, or a modifier.
    ["99213x2", "asked: 99213 or 99213 with modifier X2"],
    ["99213 x2", "asked: 99213 or 99213 with modifier X2"],
    ["99213-25x2", "asked: 99213 with modifier 25 or 99213 with modifiers 25 and X2"],
    ["99213x12", "asked: 99213"],
    ["99213-X2", "99213 with modifier X2"],
    ["99213 x 2", "unread"],
    // Groups of procedures have numbers without zeros in front.
    ["844", "844"],
    ["APG 00844", "844"],
    ["EAPG: 13", "13"],
    // Several.
    ["99213,99214", "99213; 99214"],
    ["99213 99214-25; j1885", "99213; 99214 with modifier 25; J1885"],
    ["99213 / 99214", "99213; 99214"],
    ["99213 and 99214", "99213; 99214"],
    ["CPT 99213, HCPCS J1100", "99213; J1100"],
    ["99213\n99213", "99213"],
    // Words beside a code, and words alone.
    ["99213 office visit", "asked: 99213"],
    ["knee", "unread"],
    ["type 2 diabetes", "unread"],
    ["", ""],
    // Codes of other claims and other systems.
    ["560-1", "refused: 560-1 is a DRG, which inpatient claims have. Choose the setting Inpatient to look it up."],
    ["DRG 560", "refused: A DRG is a code of inpatient claims. Choose the setting Inpatient to look it up."],
    ["560 (DRG)", "refused: A DRG is a code of inpatient claims. Choose the setting Inpatient to look it up."],
    ["560 APR-DRG", "refused: A DRG is a code of inpatient claims. Choose the setting Inpatient to look it up."],
    ["revenue code 0450", "refused: Revenue codes have no rates here."],
    ["0450 rev code", "refused: Revenue codes have no rates here."],
    ["99213-2", "unread"],
    // A separator between thousands, as spreadsheets write numbers.
    ["99,213", "asked: 99213"],
    ["99 213", "asked: 99213"],
    ["1E+05", "refused: 1E+05 was rounded by the spreadsheet. Format its column as text and copy it again."],
    [
      "99213 9.9214E+04",
      "refused: 9.9214E+04 was rounded by the spreadsheet. Format its column as text and copy it again.",
    ],
    ["99213 or 99214", "99213; 99214"],
    ["99213 or", "99213"],
    ["99213-OR", "99213 with modifier OR"],
    [
      "99213 1000",
      "refused: 1000 may be an amount, a day or an identifier. Enter it in its own field, or leave it out.",
    ],
    [
      "99213 100126",
      "refused: 100126 may be an amount, a day or an identifier. Enter it in its own field, or leave it out.",
    ],
    ["99213 099214", "99213; 99214"],
  ])("%s is %s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe("a typed procedure beside a number", () => {
  const units = "may be units or a group. Leave units out, and enter a group by itself.";
  test.each([
    ["99213 3", `refused: 3 ${units}`],
    ["99213, 271", `refused: 271 ${units}`],
    ["271 3", `refused: 3 ${units}`],
    ["271, 272", "271; 272"],
    ["3", "3"],
  ])("%s is %s", (text, expected) => {
    expect(read(text, GROUPS)).toBe(expected);
  });
});

describe("a typed DRG", () => {
  test.each([
    ["139-2", "DRG 139-2"],
    ["apr139-2", "DRG 139-2"],
    ["APR-DRG 139-2", "DRG 139-2"],
    ["APR DRG 139/2", "DRG 139-2"],
    ["DRG 560-1", "DRG 560-1"],
    ["drg 5601", "DRG 560-1"],
    ["DRG5601", "DRG 560-1"],
    ["5601", "DRG 560-1"],
    ["560 1", "DRG 560-1"],
    ["560\t1", "DRG 560-1"],
    ["560 - 1", "DRG 560-1"],
    ["560 SOI 1", "DRG 560-1"],
    ["APR-DRG: 560, severity of illness 1", "DRG 560-1"],
    ["0560-1", "DRG 560-1"],
    ["56-1", "DRG 056-1"],
    ["560-1, 5602 139-2", "DRG 560-1; DRG 560-2; DRG 139-2"],
    ["560-1, 0561", "refused: 0561: This is DRG 561 with a zero in front, or DRG 056-1. Enter it by itself."],
    ["560", "asked: DRG 560-1 or DRG 560-2 or DRG 560-3 or DRG 560-4"],
    ["0561", "asked: DRG 056-1 or DRG 561-1 or DRG 561-2 or DRG 561-3 or DRG 561-4"],
    ["560 vaginal delivery", "asked: DRG 560-1 or DRG 560-2 or DRG 560-3 or DRG 560-4"],
    ["vaginal delivery", "unread"],
    [
      "99213",
      "refused: 99213 is a procedure code, which outpatient claims have. Choose the setting Outpatient to look it up.",
    ],
    ["apr 139", "asked: DRG 139-1 or DRG 139-2 or DRG 139-3 or DRG 139-4"],
    ["APR 139-2", "DRG 139-2"],
    ["MS-DRG 470", "refused: MS-DRGs have no rates here."],
    ["470 (MS-DRG)", "refused: MS-DRGs have no rates here."],
    ["470 MS-DRG", "refused: MS-DRGs have no rates here."],
    ["560-1 (APR-DRG)", "DRG 560-1"],
    [
      "APG 560-1",
      "refused: Procedure codes and groups are codes of outpatient claims. Choose the setting Outpatient to look it up.",
    ],
    // What a field of DRGs cannot take is refused by the service, with the form of its codes.
    ["5605", "5605"],
    ["560-5", "560-5"],
  ])("%s is %s", (text, expected) => {
    expect(read(text, DRGS)).toBe(expected);
  });

  test.each([
    ["560", "DRG 560"],
    ["DRG 560", "DRG 560"],
    ["0560", "DRG 560"],
    ["0561", "asked: DRG 056-1 or DRG 561"],
    ["560, 139", "DRG 560; DRG 139"],
    // A severity by itself belongs to the DRG before.
    ["139, 2", "DRG 139-2"],
    ["560-1,2,3,4", "DRG 560-1; DRG 560-2; DRG 560-3; DRG 560-4"],
    ["5601, 2", "DRG 560-1; DRG 560-2"],
    ["13 2, 3", "DRG 013-2; DRG 013-3"],
    ["2, 139", "refused: 2 may be a severity of illness or a DRG. Write a severity as 560-2, and a DRG as 002."],
    ["002, 139", "DRG 002; DRG 139"],
  ])("%s is %s where severities may be left out", (text, expected) => {
    expect(read(text, DRGS_ALONE)).toBe(expected);
  });
});

describe("four digits where stays may have a rate code", () => {
  test.each([
    ["2852", "asked: DRG 285-2"],
    ["285-2", "DRG 285-2"],
    ["DRG 2852", "DRG 285-2"],
    ["2946", "2946"],
  ])("%s is %s", (text, expected) => {
    expect(read(text, RATE_CODES)).toBe(expected);
  });
});

describe("what is searched for while a text is typed", () => {
  test.each([
    ["CPT 992", "992"],
    ["99213", "99213"],
    ["keto", "keto"],
    // A suggestion would replace what comes behind the code.
    ["99213-2", null],
    ["99213 25", null],
    ["99213, 992", null],
  ])("%s: %s", (text, searched) => {
    expect(searchedIn(text, PROCEDURES)).toBe(searched);
  });
  test.each([
    ["drg 56", "56"],
    ["560", "560"],
    ["560-1, 56", null],
    ["vaginal del", "vaginal del"],
  ])("%s: %s", (text, searched) => {
    expect(searchedIn(text, DRGS)).toBe(searched);
  });
});

describe("a long text", () => {
  // A pattern that starts again at each character of a run would need minutes for these.
  test.each([" ", ",", " ,", "-", "/", ".", "- ", "CPT ", "CODE", "APR ", "DRG ", "SEV ", "WITH "])(
    "is read once: a run of %j",
    (unit) => {
      const run = unit.repeat(100_000 / unit.length);
      for (const text of [`A${run}!`, `A${run}9`]) {
        expect(["unread", "refused"]).toContain(readText(text, PROCEDURES).kind);
        expect(["unread", "refused"]).toContain(readText(text, DRGS).kind);
        searchedIn(text, PROCEDURES);
      }
    },
  );
});

describe("whatever is typed", () => {
  const PARTS = ["99213", "0099213", "560", "0561", "5601", "2852", "2", "25", "X2", "13", "J1100", "9921325", "470-1"];
  const LABELS = ["", "CPT ", "CPT 4 ", "DRG ", "APR-DRG: ", "APG 00", "MS-DRG ", "SOI ", "modifier "];
  const BETWEEN = [" ", ", ", "-", "\n", " (DRG) ", " and ", "x"];
  const texts = LABELS.flatMap((label) =>
    PARTS.flatMap((first) =>
      BETWEEN.flatMap((between) =>
        LABELS.flatMap((other) => PARTS.map((second) => label + first + between + other + second)),
      ),
    ),
  );

  test.each([
    ["procedures", PROCEDURES],
    ["groups", GROUPS],
    ["DRGs with a severity", DRGS],
    ["DRGs alone", DRGS_ALONE],
    ["stays with rate codes", RATE_CODES],
  ])("each code of %s is a part of the text", (_, setting) => {
    const invented = texts.filter((text) => {
      const found = readText(text, setting);
      if (found.kind !== "codes") return false;
      // Zeros fill a DRG of two digits up, and are left out in front of others.
      const words = text.toUpperCase().split(/[^A-Z0-9]+/);
      const isWritten = (part: string) => words.some((word) => word.includes(part));
      return found.readings.some(({ code, modifiers }) => {
        const [drg = "", severity = ""] = code.replace(/^0+/, "").split("-");
        return ![drg, severity, ...modifiers].every(isWritten);
      });
    });
    expect(invented).toEqual([]);
  });
});
