import { compare } from "../../../core/money/arithmetic.ts";
import { factor } from "../../../core/money/factor.ts";
import { Refusal } from "../../../core/text/refusal.ts";
import { type Conversion, digitsOnly, figure, oneLine, zeroAbsent } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { drgRates, drgWeights, PARAMETERS, parameters } from "../tables.ts";
import type { TraumaClass } from "../values.ts";
import { AHCA, AHCA_MEDICAID, cents } from "./ahca.ts";
import { FacilityRates, knownFacilities, medicaidIdHeading, share } from "./facility-rates.ts";

/** The service lines that rules depend on, with the state's spellings (fl 2.7). */
const LINES: readonly (readonly [spelling: RegExp, line: string])[] = [
  [/^neonat(?:al|es?)$/i, "Neonatal"],
  [/^pediatrics?$/i, "Pediatric"],
  [/^(?:transplant\W*pediatrics?|pediatrics?\W*transplants?)$/i, "Transplant Pediatric"],
];

/** A service line as published; in one spelling if a rule depends on it. */
const serviceLine: Conversion = (cell) => {
  const line = cell.replace(/\s+/g, " ");
  return LINES.find(([spelling]) => spelling.test(line))?.[1] ?? line;
};

interface DrgSeverity {
  readonly drg: string;
  readonly soi: string;
}

const DRG_DIGITS = 3;
const A_DRG_WITH_SEVERITY = new Refusal("an APR-DRG with its severity, such as 139-2");

/**
 * An APR-DRG and its severity, printed together (`139-2`, `1392`) or in two columns; null for a group that has no
 * severity, such as 955 and 956, the cases that could not be grouped.
 */
function drgSeverityOf(code: string, severity: string | null): DrgSeverity | null | Refusal {
  const [, drg = code, soi = severity] =
    /^([0-9]{1,3})\s*-\s*([0-9])$/.exec(code) ?? /^([0-9]{3})([0-9])$/.exec(code) ?? [];
  if (soi === null || !/^[0-9]{1,3}$/.test(drg)) return A_DRG_WITH_SEVERITY;
  if (soi === "0") return null;
  return /^[1-4]$/.test(soi) ? { drg: drg.padStart(DRG_DIGITS, "0"), soi } : A_DRG_WITH_SEVERITY;
}

/** Newborns that were transferred: their weight is already that of a transferred case (fl 2.7). */
const TRANSFERRED_NEWBORNS = ["580", "581"];

function isTransferExempt(drg: string): boolean {
  return TRANSFERRED_NEWBORNS.includes(drg);
}

function largest(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return compare(factor(b), factor(a)) > 0 ? b : a;
}

const TRAUMA_BY_SHARE: Readonly<Record<string, TraumaClass>> = {
  [PARAMETERS.trauma_level_i.builtIn]: "Level I",
  [PARAMETERS.trauma_level_ii.builtIn]: "Level II",
  [PARAMETERS.trauma_pediatric.builtIn]: "Pediatric",
};

const A_TRAUMA_CENTER = new Refusal("a trauma level (I, II, Pediatric), or its 17%, 11% or 4%");

/** The trauma level of a hospital, by its name or by the percentage that it is paid; zero is no trauma center. */
const traumaClass: Conversion = (cell) => {
  const text = oneLine(cell) as string;
  if (/^(?:no|none|n\/?a|-+)$/i.test(text)) return null;
  // "Level II and Pediatric" is paid as Level II, so levels are looked for first.
  if (/(?:^|\blevel )(?:ii|2)\b(?![.%])/i.test(text)) return "Level II";
  if (/(?:^|\blevel )(?:i|1)\b(?![.%])/i.test(text)) return "Level I";
  if (/^p(?:ed\w*)?\b/i.test(text)) return "Pediatric";
  const paid = share(text);
  if (typeof paid !== "string") return A_TRAUMA_CENTER;
  return Number(paid) === 0 ? null : (TRAUMA_BY_SHARE[paid] ?? A_TRAUMA_CENTER);
};

const drgList = section({
  name: "drg-list",
  fields: {
    drg: heading(["APR-DRG", "DRG", "APR-DRG Code", "DRG Code", /^apr[- ]?drgs?\b(?!.*(?:desc|weight))/]),
    severity: optional(heading(["SOI", "Severity", /^severity/])),
    relativeWeight: heading(["Relative Weight", /\brelative weight\b/], figure),
    averageLengthOfStay: optional(heading(["ALOS", /\baverage length of stay\b/, /\bmean los\b/], zeroAbsent(figure))),
    adultServiceLine: optional(heading([/\badult\b.*\bservice line\b/, /\bservice line\b.*\badult/], serviceLine)),
    pediatricServiceLine: optional(
      heading([/\b(?:pediatric|child).*\bservice line\b/, /\bservice line\b.*\b(?:pediatric|child)/], serviceLine),
    ),
    serviceAdjustor: optional(heading(/\bservice adjust[eo]r/, figure)),
    ageAdjustor: optional(heading([/\bage adjust[eo]r/, /\b(?:pediatric|child).*\badjust[eo]r/], figure)),
  },
  feeds: [drgWeights],
  read: () => ({
    record(fields, intake) {
      const { drg: code, relativeWeight } = fields;
      if (code === null) return intake.leaveOut("headings and notes");
      const severity = drgSeverityOf(code, fields.severity);
      if (severity instanceof Refusal) return intake.refuse(code, severity.expected);
      if (severity === null) return intake.leaveOut("groups without a severity", code);
      if (relativeWeight === null) return intake.leaveOut("no relative weight is printed", code);
      intake.take(drgWeights, {
        ...severity,
        relativeWeight,
        meanLos: fields.averageLengthOfStay,
        // Both are published by severity and paid for children; the larger one counts (fl 2.7, 5.3 step 1).
        ageAdjustor: largest(fields.serviceAdjustor, fields.ageAdjustor),
        pediatricServiceLine: fields.pediatricServiceLine,
        adultServiceLine: fields.adultServiceLine,
        transferExempt: isTransferExempt(severity.drg) ? true : null,
      });
    },
  }),
});

const hospitalList = section({
  name: "hospital-list",
  fields: {
    medicaidId: medicaidIdHeading(digitsOnly),
    hospitalClass: heading([/\bclass\b/, /\bcategory\b/]),
    providerAdjustor: heading(/\bprovider\b.*\badjust[eo]r/, figure),
    costToChargeRatio: heading(["CCR", /\bcost[- ]to[- ]charge/], share),
    casemix: optional(heading(/\bcase ?-?mix\b/, zeroAbsent(figure))),
    trauma: optional(heading(/\btrauma\b/, traumaClass)),
    addOn: optional(heading([/\badd[- ]?on\b/, /\bper discharge\b/], zeroAbsent(cents))),
    baseRate: optional(heading(/\bbase rate\b/, zeroAbsent(cents))),
  },
  feeds: [drgRates, parameters],
  read: async (opening) => {
    const rates = new FacilityRates(await knownFacilities(opening, (type) => type === "HOSPITAL"));
    const baseRates = new Set<string>();
    return {
      record(fields, intake) {
        const { casemix, trauma, addOn, baseRate } = fields;
        const hospital = rates.facility(fields.medicaidId, intake);
        if (hospital === null) return;
        rates.see({ "the trauma level": trauma, casemix, "the add-on per discharge": addOn });
        if (baseRate !== null) baseRates.add(baseRate);
        intake.take(drgRates, {
          stateProviderId: hospital.stateProviderId,
          hospitalClass: rates.hospitalClass(fields.hospitalClass, intake),
          traumaClass: trauma,
          providerAdjustor: fields.providerAdjustor,
          costToChargeRatio: fields.costToChargeRatio,
          casemix,
          childrensAddon: addOn,
        });
      },
      end(intake) {
        rates.end(intake);
        const [baseRate, another] = baseRates;
        if (baseRate === undefined) return;
        if (another === undefined) intake.take(parameters, { name: "drg_base_rate", value: baseRate });
        else intake.find({ title: "several base rates, none kept", example: `${baseRate}, ${another}` });
      },
    };
  },
});

/** fl 8.7 */
export const drgCalculator = publication({
  folder: "fl",
  name: "drg-calculator",
  title: "DRG Calculator",
  publisher: AHCA,
  published: "with the hospital rates on the Agency's site, each July",
  page: AHCA_MEDICAID,
  form: "XLSX with a list of DRGs and a list of hospitals",
  confidence: "remembered",
  sections: [drgList, hospitalList],
});
