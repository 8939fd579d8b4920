import type { TallyRecord } from "./pricing/tally.ts";
import { comparedColumn, type InputColumns } from "./reading/input-columns.ts";
import type { CellForm } from "./values/cell-form.ts";
import type { OutputForm } from "./writing/output-columns.ts";

/** A run that came to its end. */
export interface CompleteRepricing {
  readonly kind: "complete";
  readonly tally: TallyRecord;
  readonly faultsFile: string | null;
}

/** An output that is complete, for those who read it again. */
export interface WrittenOutput {
  readonly out: string;
  readonly faultsFile: string | null;
  /** The headings of the input. */
  readonly names: readonly string[];
  readonly columns: InputColumns;
  readonly form: OutputForm;
  /** What its cells were read by. */
  readonly cells: CellForm;
}

/** Which columns of ours an output has, by what was asked and what the input has. */
export function outputForm(
  { fields, explains }: { readonly fields: readonly string[]; readonly explains: boolean },
  columns: InputColumns,
): OutputForm {
  return { fields, isCompared: comparedColumn(columns) !== null, isExplained: explains };
}
