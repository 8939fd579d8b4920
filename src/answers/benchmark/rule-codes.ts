import { cellsOf } from "../../core/text/csv.ts";
import { quoted, Refusal } from "../../core/text/refusal.ts";

/* The codes that a state compares with Medicare (42 CFR 447.203(b)(2) and (3)): evaluation and management, by category of service. */

/** One code of one category; a code may stand in several. */
interface ComparedCode {
  readonly category: string;
  readonly code: string;
}

export interface ComparedCodes {
  /** Where the list comes from, for the reader of a comparison. */
  readonly source: string;
  readonly codes: readonly ComparedCode[];
}

const VISITS = "99202 99203 99204 99205 99211 99212 99213 99214 99215";
const PREVENTIVE =
  "99381 99382 99383 99384 99385 99386 99387 99391 99392 99393 99394 99395 99396 99397 99401 99402 99403 99404 99406 99407 99408 99409 99412";
const ONLINE = "99421 99422 99423";
const CHRONIC = "99437 99439 99490 99491";
const BETWEEN_PROFESSIONALS = "99446 99447 99448 99449 99451 99452";
const MONITORING = "99453 99454 99457 99458";
const COLLABORATIVE = "99492 99493 99494";
const IN_EVERY_CATEGORY = [VISITS, PREVENTIVE, CHRONIC, BETWEEN_PROFESSIONALS, MONITORING, COLLABORATIVE];
const ONLY_PRIMARY_CARE = "99415 99416 99424 99425 99426 99427 99473 99474 99487 99489 99495 99496 99497 99498";
const ASSESSMENT_AND_CARE_PLANS = "99483 99484";

/** Codes by category. */
const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  primary_care: [...IN_EVERY_CATEGORY, ONLINE, ASSESSMENT_AND_CARE_PLANS, ONLY_PRIMARY_CARE],
  obstetrics_and_gynecology: [...IN_EVERY_CATEGORY, ONLINE],
  outpatient_mental_health_and_substance_use: [...IN_EVERY_CATEGORY, ASSESSMENT_AND_CARE_PLANS],
};

/** The list of 2025. It was read from a copy, not from CMS's own document: every output says so. */
export const CODES_OF_2025: ComparedCodes = {
  source:
    "CMS's list of evaluation and management codes for 2025, from a public copy; not verified against CMS's own document",
  codes: Object.entries(CATEGORIES).flatMap(([category, lists]) =>
    lists
      .flatMap((list) => list.split(" "))
      .sort()
      .map((code) => ({ category, code })),
  ),
};

const HEADINGS = ["category", "code"];
const CODE = /^[A-Z0-9]{5}$/;

/** Ten times the list of a year. */
const CODES_MAX = 2000;
const CATEGORY_CHARACTERS_MAX = 100;

/** A list of the reader's: a CSV with the headings category and code. The refusal names the line. */
export function readCodes(text: string, name: string): ComparedCodes | Refusal {
  const [heading = "", ...lines] = text.replace(/^\ufeff/, "").split(/\r?\n/);
  const headings = cellsOf(heading);
  if (headings instanceof Refusal || headings.map((each) => each.trim().toLowerCase()).join() !== HEADINGS.join()) {
    return new Refusal(`a CSV with the headings ${HEADINGS.join(",")} in its first line`);
  }
  const codes: ComparedCode[] = [];
  for (const [place, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const read = cellsOf(line);
    const cells = read instanceof Refusal ? [] : read.map((each) => each.trim());
    const [category = "", code = ""] = cells;
    const isCode = CODE.test(code.toUpperCase()) && category !== "" && category.length <= CATEGORY_CHARACTERS_MAX;
    if (!isCode || cells.length !== HEADINGS.length) {
      return new Refusal(`a category and a code of five characters in line ${place + 2}, which is ${quoted(line)}`);
    }
    codes.push({ category, code: code.toUpperCase() });
  }
  if (codes.length === 0) return new Refusal("at least one line below the headings");
  if (codes.length > CODES_MAX) return new Refusal(`at most ${CODES_MAX} lines, and it has ${codes.length}`);
  return { source: name, codes: distinct(codes) };
}

/** A code that a list has twice in one category is compared once. */
function distinct(codes: readonly ComparedCode[]): readonly ComparedCode[] {
  return [...new Map(codes.map((each) => [`${each.code} ${each.category}`, each])).values()];
}
