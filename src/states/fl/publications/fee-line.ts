import type { Intake } from "../../../imports/declaring/intake.ts";
import { feeSchedule } from "../tables.ts";
import type { Schedule } from "../values.ts";
import { BY_REPORT } from "./fee-cells.ts";

/** A row of a fee schedule as its cells were read; a schedule without a column leaves it out. */
export interface FeeCells {
  readonly code: string | null;
  readonly modifier?: string | null;
  readonly fsi: string | null;
  readonly facility?: string | null;
  readonly pci?: string | null;
  readonly tci?: string | null;
  readonly priorAuthorization?: string | null;
}

/** A row with its amounts, and where it stands; components may be added to it. */
export interface FeeLine {
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

export function feeLine(cells: FeeCells, code: string, place: string): FeeLine {
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

export function amountOf(cell: string | null | undefined): string | null {
  return cell === BY_REPORT || cell === undefined ? null : cell;
}

export function hasAmount({ fsi, facility, pci, tci }: FeeLine): boolean {
  return [fsi, facility, pci, tci].some((amount) => amount !== null);
}

/** Takes a row: By Report where it says so or has no amount (fl 8.1), otherwise with its amounts. */
export function takeFee(schedule: Schedule, line: FeeLine, intake: Intake): void {
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
