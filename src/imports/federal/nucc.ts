import { taxonomy } from "../../dataset/common-tables.ts";
import { listed } from "../../dataset/published.ts";
import { oneLine } from "../declaring/conversions.ts";
import { heading, optional } from "../declaring/fields.ts";
import { publication, section } from "../declaring/publication.ts";

/** NUCC numbers its versions by year and half: 26.0 is effective from April 2026, 26.1 from October 2026. */
function asOf(fileName: string): string | null {
  const [, year, half] = /taxonomy_([0-9]{2})([01])/i.exec(fileName) ?? [];
  return year === undefined ? null : `20${year}-${half === "0" ? "04" : "10"}-01`;
}

/** Names of provider taxonomy codes (conventions 7). */
export const nucc = publication({
  ...listed("federal/nucc"),
  asOf,
  sections: [
    section({
      fields: {
        code: heading(["Code", "taxonomy_code"]),
        grouping: optional(heading(["Grouping", "Type"], oneLine)),
        classification: heading("Classification", oneLine),
        specialization: optional(heading("Specialization", oneLine)),
        displayName: optional(heading("Display Name", oneLine)),
      },
      feeds: [taxonomy],
      read: () => ({
        record(fields, intake) {
          const { code, classification } = fields;
          if (code === null || classification === null) return intake.leaveOut("no code, or no classification");
          const displayName = fields.displayName ?? composedName({ ...fields, classification });
          intake.take(taxonomy, { code, displayName });
        },
      }),
    }),
  ],
});

interface Classified {
  readonly grouping: string | null;
  readonly classification: string;
  readonly specialization: string | null;
}

const PHYSICIANS = /^allopathic/i;

/**
 * The display name of a code in editions that print none, composed as NUCC forms most of them: a physician's field and
 * `Physician`, otherwise the specialization before the classification.
 */
function composedName({ grouping, classification, specialization }: Classified): string {
  if (PHYSICIANS.test(grouping ?? "")) return `${specialization ?? classification} Physician`;
  const name = turnedRound(classification);
  return specialization === null ? name : `${specialization} ${name}`;
}

/** `Dietitian, Registered` is a registered dietitian. */
function turnedRound(classification: string): string {
  const [, noun, adjective] = /^([^,]+), ([^,]+)$/.exec(classification) ?? [];
  return noun === undefined ? classification : `${adjective} ${noun}`;
}
