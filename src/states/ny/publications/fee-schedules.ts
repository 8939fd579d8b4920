import { dollars } from "../../../core/money/arithmetic.ts";
import { factor } from "../../../core/money/factor.ts";
import { failure } from "../../../core/runtime/failure.ts";
import { foldName } from "../../../core/text/folding.ts";
import { quoted, Refusal } from "../../../core/text/refusal.ts";
import {
  amount,
  type Conversion,
  inTurn,
  legend,
  number,
  rounded,
  zeroAbsent,
} from "../../../imports/declaring/conversions.ts";
import {
  type Field,
  type HeadedCell,
  heading,
  needed,
  optional,
  orPricedByHand,
  PRICED_BY_HAND,
  type RecordOf,
  rest,
} from "../../../imports/declaring/fields.ts";
import type { GivenRow, Intake } from "../../../imports/declaring/intake.ts";
import { type Publication, publication, section } from "../../../imports/declaring/publication.ts";
import { type FeeRow, feeSchedule } from "../tables.ts";
import { NO_CODE, procedureCode } from "./codes.ts";
import { EMEDNY } from "./publishers.ts";

/** The mark for a fee that is set case by case. */
const BY_REPORT = "BR";

const feeAmount = zeroAbsent(rounded(2, amount));

/** `BR`, `By Report`; not `BR SC`: there the listed fee applies. */
function isByReport(cell: string): boolean {
  return /^(?:br|b\.r\.|by report)$/i.test(cell);
}

const legends = { [PRICED_BY_HAND]: { BR: true, "By Report": true } };

/** A column of fees; a mapping file may add words. */
function orSetByReport<Value>(field: Field<Value>): Field<Value> {
  return orPricedByHand(field, BY_REPORT);
}

/** A figure, or `BR`. */
function orByReport(convert: Conversion): Conversion {
  return (cell) => (isByReport(cell) ? BY_REPORT : convert(cell));
}

/**
 * A fee, perhaps with a footnote mark, or `BR`. A fee of zero prices nothing: the schedules print it where payment is made
 * in some other way.
 */
const feeOrByReport: Conversion = inTurn((cell) => cell.replace(/\s*\*+$/, ""), orByReport(feeAmount));

/** The column beside the fee that may say `BR`; other texts leave the fee unchanged. */
const byReportMark: Conversion = (cell) => (isByReport(cell) || /^(?:y|yes|x)$/i.test(cell) ? BY_REPORT : null);

const A_MARK = new Refusal("PA, DVS, Y or N");

/** Prior approval: `PA`, or `DVS` where it is given automatically. */
const priorApproval: Conversion = (cell) => {
  if (/^(?:pa|dvs|y|yes|x)$/i.test(cell)) return "true";
  return /^(?:n|no|-+)$/i.test(cell) ? "false" : A_MARK;
};

/** The common columns of the eMedNY schedules; licensed descriptions are not read. */
const SCHEDULE_FIELDS = {
  code: heading(
    ["Code", "Procedure Code", "Proc Code", "CPT Code", "HCPCS", /^(?!.*desc)(?:proc|cpt|hcpcs).*code/],
    procedureCode,
  ),
  byReport: optional(heading(["By Report", "BR"], byReportMark)),
  priorAuthRequired: optional(heading(["PA", "Prior Approval", /^prior (?:app|auth)/], priorApproval)),
  unitsLimit: optional(heading(["Max Units", "Maximum Units", /max.*unit|unit.*limit/], zeroAbsent(number))),
};

/** The columns of a schedule that hold fees; those of other programs (MOMS) and about fees are not among them. */
const FEE_COLUMN =
  /^(?![\s\S]*(?:moms|type|code|schedule|change|date|desc))[\s\S]*(?:\bfee\b|facility|prof[\s\S]*comp|tech[\s\S]*comp)/i;

interface FeeColumn {
  readonly modifier: "26" | "TC" | null;
  readonly placeOfService: "facility" | "non_facility" | null;
}

/** What a fee column is for, by its heading: `Non-Facility Fee`, `FEE OFFICE`, `Professional Component`. */
function feeColumn(heading: string): FeeColumn {
  const words = foldName(heading);
  return { modifier: componentOf(words), placeOfService: placeOf(words) };
}

function componentOf(words: string): FeeColumn["modifier"] {
  if (/\bPROF/.test(words)) return "26";
  return /\bTECH/.test(words) ? "TC" : null;
}

function placeOf(words: string): FeeColumn["placeOfService"] {
  if (/\bNON ?FAC|\bOFFICE\b/.test(words)) return "non_facility";
  return /\bFAC|\bOUTPT\b|\bOUTPATIENT\b/.test(words) ? "facility" : null;
}

const fields = {
  ...SCHEDULE_FIELDS,
  component: optional(
    heading(
      ["Modifier", "Mod", "Component", /global.*prof.*tech/],
      legend({ G: null, Global: null, "26": "26", P: "26", Professional: "26", TC: "TC", T: "TC", Technical: "TC" }),
    ),
  ),
  fees: orSetByReport(needed(rest(FEE_COLUMN, feeOrByReport))),
};

/** A row of the fee schedule, and its place in the publication. */
interface Listed {
  readonly row: GivenRow<FeeRow>;
  readonly place: string;
}

/** Takes what a schedule lists; a schedule may have to see all of it first. */
interface Taking {
  list(listed: Listed, intake: Intake): void;
  end?(intake: Intake): void;
}

const AS_LISTED: Taking = { list: ({ row }, intake) => intake.take(feeSchedule, row) };

const PHYSICIAN_SCHEDULE = {
  ...EMEDNY,
  published: "among the fee schedules of the eMedNY physician manual, after each change",
  page: "https://www.emedny.org/ProviderManuals/Physician/",
  form: "XLSX or CSV",
  confidence: "remembered",
  legends,
} as const;

/** A physician fee schedule: a fee per code, by place of service and component if the schedule distinguishes them. */
function physicianSchedule(name: string, title: string, taking: () => Taking = () => AS_LISTED): Publication {
  return publication({
    ...PHYSICIAN_SCHEDULE,
    name,
    title,
    sections: [
      section({
        fields,
        feeds: [feeSchedule],
        read: () => {
          const taker = taking();
          let isFirst = true;
          return {
            record(record, intake) {
              if (isFirst) refuseFeesOfOneKind(record.fees);
              isFirst = false;
              if (record.code === null) return intake.leaveOut(NO_CODE);
              const rows = rowsOf(record);
              if (rows.length === 0) intake.leaveOut("neither a fee nor BR", record.code);
              for (const row of rows) taker.list({ row, place: intake.place }, intake);
            },
            end: (intake) => taker.end?.(intake),
          };
        },
      }),
    ],
  });
}

/** Refuses two columns that are both the fee of a code, such as `Previous Fee` and `Current Fee`. */
function refuseFeesOfOneKind(fees: readonly HeadedCell[]): void {
  const byKind = new Map<string, string>();
  for (const { heading } of fees) {
    const { modifier, placeOfService } = feeColumn(heading);
    const kind = `${modifier} ${placeOfService}`;
    const other = byKind.get(kind);
    if (other !== undefined) {
      throw failure(
        `2 columns fit the same fee: ${quoted(other)} and ${quoted(heading)}. Write a pattern of the right ones as "fees" into a mapping file, such as "/^current fee/i": see --template and --map`,
      );
    }
    byKind.set(kind, heading);
  }
}

function rowsOf({ fees, component, byReport, ...common }: RecordOf<typeof fields>): readonly GivenRow<FeeRow>[] {
  const { code, priorAuthRequired, unitsLimit } = common;
  const shared = { schedule: "physician", code, priorAuthRequired, unitsLimit };
  const priced = fees.filter(({ value }) => value !== null);
  if (priced.length === 0) return byReport === null ? [] : [{ ...shared, modifier: component, byReport: true }];
  return priced.map((cell) => {
    const { modifier, placeOfService } = feeColumn(cell.heading);
    const fee = cell.value === BY_REPORT ? { byReport: true } : { fee: cell.value };
    return { ...shared, modifier: component ?? modifier, placeOfService, ...fee };
  });
}

export const physicianMedicine = physicianSchedule("physician-medicine", "Physician Fee Schedule: Medicine");

export const physicianSurgery = physicianSchedule("physician-surgery", "Physician Fee Schedule: Surgery");

export const physicianRadiology = physicianSchedule(
  "physician-radiology",
  "Physician Fee Schedule: Radiology",
  () => new RadiologyComponents(),
);

/** Anesthesia has base units instead of fees. */
export const physicianAnesthesia = publication({
  ...PHYSICIAN_SCHEDULE,
  name: "physician-anesthesia",
  title: "Physician Fee Schedule: Anesthesia",
  sections: [
    section({
      fields: {
        ...SCHEDULE_FIELDS,
        baseUnits: orSetByReport(
          heading(
            ["Base Units", "Anesthesia Base Units", "Basic Value", "Base Value", /^(?!.*max).*(?:units?|value)/],
            orByReport(zeroAbsent(number)),
          ),
        ),
      },
      feeds: [feeSchedule],
      read: () => ({
        record({ code, baseUnits, byReport, priorAuthRequired, unitsLimit }, intake) {
          if (code === null) return intake.leaveOut(NO_CODE);
          const row = { schedule: "physician", code, priorAuthRequired, unitsLimit };
          if (baseUnits === BY_REPORT || (baseUnits === null && byReport !== null)) {
            return intake.take(feeSchedule, { ...row, byReport: true });
          }
          if (baseUnits === null) return intake.leaveOut("neither base units nor BR", code);
          intake.take(feeSchedule, { ...row, anesthesiaBaseUnits: baseUnits });
        },
      }),
    }),
  ],
});

/** Of the full fee, 40% is for the professional and 60% for the technical component (18 NYCRR 533.6). */
const SHARES = [
  { modifier: "26", share: "0.40" },
  { modifier: "TC", share: "0.60" },
] as const;

const COMPUTED =
  "codes without fees of their components, which are computed: 40% and 60% of the full fee (18 NYCRR 533.6)";

/** Adds the components of radiology fees: as published, or as the regulation divides the full fee. */
class RadiologyComponents implements Taking {
  readonly #byCode = new Map<string, Listed[]>();

  list(listed: Listed): void {
    const code = String(listed.row.code);
    this.#byCode.set(code, [...(this.#byCode.get(code) ?? []), listed]);
  }

  end(intake: Intake): void {
    for (const [code, listed] of this.#byCode) {
      const whole = listed.filter(({ row }) => row.modifier === null);
      const parts = listed.filter(({ row }) => row.modifier !== null);
      for (const { row, place } of whole) intake.take(feeSchedule, row, place);
      for (const part of parts) intake.take(feeSchedule, withShare(part, whole), part.place);
      const computed = parts.length > 0 ? [] : whole.flatMap(componentsOf);
      for (const { row, place } of computed) intake.take(feeSchedule, row, place);
      if (computed.length > 0) intake.find({ title: COMPUTED, example: code });
    }
  }
}

function componentsOf({ row, place }: Listed): readonly Listed[] {
  if (row.fee === null || row.fee === undefined) return [];
  return SHARES.map(({ modifier, share }) => {
    const fee = dollars(factor(String(row.fee)), factor(share)).text;
    return { row: { ...row, modifier, fee, modifierAdjustment: share }, place };
  });
}

/** A published component has a share if it is the regulation's. */
function withShare({ row, place }: Listed, whole: readonly Listed[]): Listed["row"] {
  const full = whole.find((each) => each.row.placeOfService === row.placeOfService) ?? whole[0];
  const regular = full === undefined ? [] : componentsOf({ row: full.row, place });
  const equal = regular.find((each) => each.row.modifier === row.modifier && each.row.fee === row.fee);
  return equal === undefined ? row : { ...row, modifierAdjustment: equal.row.modifierAdjustment };
}

export const laboratory = publication({
  ...EMEDNY,
  name: "laboratory",
  title: "Laboratory Fee Schedule",
  published: "among the fee schedules of the eMedNY laboratory manual, after each change",
  page: "https://www.emedny.org/ProviderManuals/Laboratory/",
  form: "XLSX or CSV",
  confidence: "remembered",
  legends,
  sections: [
    section({
      fields: {
        ...SCHEDULE_FIELDS,
        fee: orSetByReport(
          heading(
            ["Fee", "Maximum Fee", "Max Fee", /^(?!.*(?:date|type|code|desc|schedule|change)).*\bfee\b/],
            feeOrByReport,
          ),
        ),
      },
      feeds: [feeSchedule],
      read: () => ({
        record({ code, fee, byReport, priorAuthRequired, unitsLimit }, intake) {
          if (code === null) return intake.leaveOut(NO_CODE);
          const row = { schedule: "laboratory", code, priorAuthRequired, unitsLimit };
          if (fee === BY_REPORT || (fee === null && byReport !== null)) {
            return intake.take(feeSchedule, { ...row, byReport: true });
          }
          if (fee === null) return intake.leaveOut("neither a fee nor BR", code);
          intake.take(feeSchedule, { ...row, fee });
        },
      }),
    }),
  ],
});
