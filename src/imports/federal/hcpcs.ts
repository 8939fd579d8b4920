import { failure } from "../../core/runtime/failure.ts";
import { hcpcs as descriptions, isLevelII } from "../../dataset/common-tables.ts";
import { listed } from "../../dataset/published.ts";
import { oneLine, upperCase } from "../declaring/conversions.ts";
import { characters, heading } from "../declaring/fields.ts";
import type { Intake } from "../declaring/intake.ts";
import { publication, section } from "../declaring/publication.ts";

const MONTHS = ["jan", "apr", "jul", "oct"];

/** `HCPC2026_JUL_ANWEB` or `july-2026-...` is effective from July 2026. A year without a month can be any of its four quarters. */
function asOf(fileName: string): string | null {
  const [year] = /20[0-9]{2}/.exec(fileName) ?? [];
  const [month] = /jan|apr|jul|oct/.exec(fileName.toLowerCase()) ?? [];
  if (year === undefined || month === undefined) return null;
  return `${year}-${String(MONTHS.indexOf(month) * 3 + 1).padStart(2, "0")}-01`;
}

/** The record layout's types of record: a code and a modifier, each with lines that continue its description. */
const CODE = "3";
const CODE_CONTINUED = "4";
const MODIFIER = "7";
const MODIFIER_CONTINUED = "8";

interface Line {
  readonly code: string | null;
  readonly kind: string | null;
  readonly description: string | null;
}

/** Joins the lines of each code's long description; they are broken between words. */
function describing() {
  let code: string | null = null;
  let description = "";
  let place = "";
  let hasCodes = false;

  function takeCode(intake: Intake): void {
    if (code !== null) takeDescription(code, description.trim(), place, intake);
    code = null;
  }
  return {
    record(line: Line, intake: Intake): void {
      const text = line.description ?? "";
      if (line.kind === CODE_CONTINUED && line.code === code) {
        description += ` ${text}`;
        intake.find({ title: "lines that continue the description of a code" });
        return;
      }
      takeCode(intake);
      if (line.kind === CODE) {
        hasCodes = true;
        code = line.code;
        description = text;
        place = intake.place;
      } else if (line.kind === MODIFIER) intake.leaveOut("a modifier, which no table describes", line.code ?? "");
      else if (line.kind === MODIFIER_CONTINUED) intake.leaveOut("a line that continues the description of a modifier");
      else intake.leaveOut("no HCPCS record");
    },
    end(intake: Intake): void {
      takeCode(intake);
      if (!hasCodes) throw failure("no line of it is a HCPCS code: is it the Alpha-Numeric HCPCS file?");
    },
  };
}

/** CPT and dental texts are licensed; only CMS's own descriptions are imported. */
function takeDescription(code: string, description: string, place: string, intake: Intake): void {
  if (code.startsWith("D")) intake.leaveOut("a dental code, whose text the American Dental Association licenses", code);
  else if (!isLevelII(code)) intake.leaveOut("no HCPCS Level II code, so that its text may be licensed", code);
  else if (description === "") intake.leaveOut("a code without a description", code);
  else intake.take(descriptions, { code, description }, place);
}

/** What HCPCS Level II codes are for (conventions 7), in CMS's long descriptions. */
export const hcpcs = publication({
  ...listed("federal/hcpcs"),
  asOf,
  sections: [
    section({
      name: "text",
      member: /anweb.*\.txt$/i,
      optional: true,
      fields: {
        code: characters(1, 5, upperCase),
        kind: characters(11, 11),
        description: characters(12, 91, oneLine),
      },
      feeds: [descriptions],
      read: describing,
    }),
    section({
      name: "workbook",
      insteadOf: "text",
      // The transaction file beside it lists changes only.
      member: /^(?!.*trans).*\.(?:xlsx?|csv)$/i,
      fields: {
        code: heading(["HCPC", "HCPCS", "HCPCS Code", "Code"], upperCase),
        kind: heading(["RECID", "Record ID"]),
        description: heading("Long Description", oneLine),
      },
      feeds: [descriptions],
      read: describing,
    }),
  ],
});
