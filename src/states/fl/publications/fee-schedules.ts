import { failure } from "../../../core/runtime/failure.ts";
import { Refusal } from "../../../core/text/refusal.ts";
import { listed } from "../../../dataset/published.ts";
import {
  amount,
  procedureCode as asCode,
  type Conversion,
  hasRestoredZeros,
  RESTORED_ZEROS,
  rounded,
  upperCase,
  zeroAbsent,
} from "../../../imports/declaring/conversions.ts";
import { column, type Field, orPricedByHand, PRICED_BY_HAND } from "../../../imports/declaring/fields.ts";
import type { Intake } from "../../../imports/declaring/intake.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { feeSchedule } from "../tables.ts";
import type { Schedule } from "../values.ts";

/** What a fee cell says of a service that is priced by hand. */
const BY_REPORT = "by report";

const BY_REPORT_WORDS = /^(?:b\.?\s?\/?r\b\.?|by report|manual|i\.?c\b\.?|individual consideration)/i;
const A_FEE = new Refusal("an amount such as 40.00, or By Report");

/** Dollars and cents: a formula leaves more decimals in a workbook than it shows. */
const amountAboveZero = zeroAbsent(rounded(2, amount));

/** A fee: dollars and cents, null for zero, or one of the state's words for By Report. */
const fee: Conversion = (cell) => {
  if (BY_REPORT_WORDS.test(cell)) return BY_REPORT;
  const value = amountAboveZero(cell);
  return value instanceof Refusal ? A_FEE : value;
};

const legends = {
  [PRICED_BY_HAND]: { BR: true, "By Report": true, Manual: true, IC: true, "Individual Consideration": true },
};

/** A column of fees; a mapping file may add words. */
function orByReport<Value>(field: Field<Value>): Field<Value> {
  return orPricedByHand(field, BY_REPORT);
}

/** The state prints `*` where a row has no modifier. */
const modifier: Conversion = (cell) => (/^\*+$/.test(cell) ? null : cell.toUpperCase());

/** Other marks have had other meanings, so they are ignored. */
const priorAuthorization: Conversion = (cell) => (/^(?:p\.?a\.?|prior auth.*)$/i.test(cell) ? "true" : null);

/** The code of a row with its leading zeros restored; null for a heading or a note. */
function procedureCode(cell: string | null): string | null {
  const value = cell === null ? null : asCode(cell);
  return typeof value === "string" && /^[A-Z0-9]{5}$/.test(value) && /[0-9]/.test(value) ? value : null;
}

/** The cells of a row; a column that the schedule lacks is absent. */
interface FeeCells {
  readonly code: string | null;
  readonly modifier?: string | null;
  readonly fsi: string | null;
  readonly facility?: string | null;
  readonly pci?: string | null;
  readonly tci?: string | null;
  readonly priorAuthorization?: string | null;
}

/** A row with its amounts and its place; components may be added to it. */
interface FeeLine {
  readonly place: string;
  readonly code: string;
  readonly modifier: string | null;
  readonly fsi: string | null;
  readonly facility: string | null;
  pci: string | null;
  tci: string | null;
  readonly saysByReport: boolean;
  readonly priorAuthorization: string | null;
}

type ComponentKind = "pci" | "tci";

interface Component {
  readonly place: string;
  readonly code: string;
  readonly kind: ComponentKind;
  readonly amount: string;
}

const KIND_BY_MODIFIER: Readonly<Record<string, ComponentKind>> = { "26": "pci", TC: "tci" };

/** Reads a fee schedule: rows of modifiers 26 and TC become components of their base row (fl 8.1). */
function feeReader(schedule: Schedule) {
  const lines: FeeLine[] = [];
  const components: Component[] = [];
  return {
    record(cells: FeeCells, intake: Intake): void {
      const { place } = intake;
      const code = procedureCode(cells.code);
      if (code !== null && hasRestoredZeros(cells.code ?? "", code)) {
        intake.find({ title: RESTORED_ZEROS, example: `${place}: ${cells.code} -> ${code}` });
      }
      const kind = KIND_BY_MODIFIER[cells.modifier ?? ""];
      if (code === null) leaveOutNote(cells, intake);
      else if (kind === undefined) lines.push(feeLine(cells, code, place));
      else {
        const amount = amountOf(cells.fsi) ?? amountOf(cells[kind]);
        if (amount !== null) components.push({ place, code, kind, amount });
        else intake.leaveOut("components without an amount", `${code}-${cells.modifier}`);
      }
    },
    end(intake: Intake): void {
      addComponents(lines, components, intake);
      if (lines.length === 0) {
        throw failure("no procedure codes where the layout has them; is it the right file? See --template and --map");
      }
      for (const line of lines) takeFee(schedule, line, intake);
    },
  };
}

/** A row without a code is a heading or a note, unless it has an amount. */
function leaveOutNote(cells: FeeCells, intake: Intake): void {
  const fees = [cells.fsi, cells.facility, cells.pci, cells.tci];
  if (fees.some((fee) => fee !== null && fee !== undefined)) {
    intake.refuse(cells.code ?? "", "a procedure code of 5 characters");
  }
  intake.leaveOut("headings and notes", cells.code ?? undefined);
}

/** Adds each component to its base row; a code with components only gets a base row. */
function addComponents(lines: FeeLine[], components: readonly Component[], intake: Intake): void {
  const baseLines = new Map(lines.filter(({ modifier }) => modifier === null).map((line) => [line.code, line]));
  for (const { place, code, kind, amount } of components) {
    const base = baseLines.get(code) ?? feeLine({ code, fsi: null }, code, place);
    if (!baseLines.has(code)) {
      baseLines.set(code, base);
      lines.push(base);
    }
    const known = base[kind];
    if (known !== null && known !== amount) {
      intake.refuse(amount, `${known}, the ${kind.toUpperCase()} that ${code} has elsewhere (${place})`);
    }
    base[kind] = amount;
    intake.find({ title: "rows of modifiers 26 and TC, joined to the row of their code" });
  }
}

function feeLine(cells: FeeCells, code: string, place: string): FeeLine {
  return {
    place,
    code,
    modifier: cells.modifier ?? null,
    fsi: amountOf(cells.fsi),
    facility: amountOf(cells.facility),
    pci: amountOf(cells.pci),
    tci: amountOf(cells.tci),
    saysByReport: cells.fsi === BY_REPORT,
    priorAuthorization: cells.priorAuthorization ?? null,
  };
}

function amountOf(cell: string | null | undefined): string | null {
  return cell === BY_REPORT || cell === undefined ? null : cell;
}

function hasAmount({ fsi, facility, pci, tci }: FeeLine): boolean {
  return [fsi, facility, pci, tci].some((amount) => amount !== null);
}

/** Takes a row: By Report if it says so or has no amount (fl 8.1), otherwise with its amounts. */
function takeFee(schedule: Schedule, line: FeeLine, intake: Intake): void {
  const { place, code, modifier, fsi, facility, priorAuthorization: priorAuthRequired } = line;
  const { pci, tci } = modifier === null ? line : withoutComponents(line, intake);
  const isPriced = hasAmount({ ...line, pci, tci });
  if (isPriced && !line.saysByReport) {
    intake.take(feeSchedule, { schedule, code, modifier, fsi, facility, pci, tci, priorAuthRequired }, place);
    intake.sum(`FSI of ${schedule}`, fsi);
    return;
  }
  if (isPriced) intake.find({ title: "by report, although another amount is printed; it is not kept", example: code });
  intake.take(feeSchedule, { schedule, code, modifier, byReport: true, priorAuthRequired }, place);
}

/** Only base rows have components. */
function withoutComponents({ code, modifier, pci, tci }: FeeLine, intake: Intake): { pci: null; tci: null } {
  if (pci !== null || tci !== null) {
    intake.find({ title: "components of a row with a modifier, not kept", example: `${code}-${modifier}` });
  }
  return { pci: null, tci: null };
}

/** fl 8.1. The headings take up three rows and change each year, so columns are found by letter. */
export const practitioner = publication({
  ...listed("fl/practitioner"),
  legends,
  sections: [
    section({
      sheet: /fee schedule/i,
      firstRow: 4,
      fields: {
        priorAuthorization: column("A", priorAuthorization),
        code: column("B", upperCase),
        modifier: column("C", modifier),
        fsi: orByReport(column("D", fee)),
        facility: orByReport(column("E", fee)),
        pci: orByReport(column("F", fee)),
        tci: orByReport(column("G", fee)),
      },
      feeds: [feeSchedule],
      read: () => feeReader("PRACTITIONER"),
    }),
  ],
});

/** fl 8.2: what practitioners are paid for laboratory work, on the first sheet. */
export const practitionerLaboratory = publication({
  ...listed("fl/practitioner-laboratory"),
  legends,
  sections: [
    section({
      firstRow: 5,
      fields: {
        code: column("B", upperCase),
        fsi: orByReport(column("C", fee)),
        pci: orByReport(column("D", fee)),
        tci: orByReport(column("E", fee)),
      },
      feeds: [feeSchedule],
      read: () => feeReader("LABORATORY"),
    }),
  ],
});
