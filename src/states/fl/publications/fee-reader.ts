import { hasRestoredZeros, RESTORED_ZEROS } from "../../../imports/declaring/conversions.ts";
import type { Intake } from "../../../imports/declaring/intake.ts";
import { failure } from "../../../runtime/failure.ts";
import type { Schedule } from "../values.ts";
import { procedureCode } from "./fee-cells.ts";
import { amountOf, type FeeCells, type FeeLine, feeLine, hasAmount, takeFee } from "./fee-line.ts";

type ComponentKind = "pci" | "tci";

interface Component {
  readonly place: string;
  readonly code: string;
  readonly kind: ComponentKind;
  readonly amount: string;
}

const KIND_BY_MODIFIER: Readonly<Record<string, ComponentKind>> = { "26": "pci", TC: "tci" };

/** What a row without any amount means: By Report, or nothing that could be paid. */
type WithoutAmount = "by report" | "left out";

/** Reads a fee schedule: rows of modifiers 26 and TC become components of their base row (fl 8.1). */
export function feeReader(schedule: Schedule, withoutAmount: WithoutAmount) {
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
      for (const line of lines) {
        if (hasAmount(line) || line.saysByReport || withoutAmount === "by report") takeFee(schedule, line, intake);
        else intake.leaveOut("no fee is printed", line.code);
      }
    },
  };
}

/** A row without a code is a heading or a note, unless it says something about money. */
function leaveOutNote(cells: FeeCells, intake: Intake): void {
  const fees = [cells.fsi, cells.facility, cells.pci, cells.tci];
  if (fees.some((fee) => fee !== null && fee !== undefined)) {
    intake.refuse(cells.code ?? "", "a procedure code of 5 characters");
  }
  intake.leaveOut("headings and notes", cells.code ?? undefined);
}

/** Puts each component into its base row; a code that is listed by its components only gets one. */
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
