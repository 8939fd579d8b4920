import { failure } from "../../runtime/failure.ts";
import { snakeCase } from "../../text/spelling.ts";
import type { Binding } from "./binding.ts";
import { columnLetters, foldHeading } from "./headings.ts";

/** Refuses a row of headings that can be understood in two ways: a heading that a field looks for stands twice. */
export function refuseRepeated(binding: Binding, row: readonly string[], place: string): void {
  const taken = new Set(Object.values(binding).flatMap(({ columns }) => columns));
  const folded = row.map(foldHeading);
  for (const [name, { field, columns }] of Object.entries(binding)) {
    if (field.where.kind !== "heading" && field.where.kind !== "numbered") continue;
    for (const column of columns) {
      const wanted = folded[column];
      const again = folded.findIndex((each, at) => each !== "" && each === wanted && !taken.has(at));
      if (again < 0) continue;
      const both = [column, again].sort((a, b) => a - b).map(columnLetters);
      throw failure(
        `${place}: the heading ${JSON.stringify(row[column])} stands twice, over columns ${both.join(" and ")}; say which of them ${snakeCase(name)} is in a mapping file, as "column ${both[0]}": see --template and --map`,
      );
    }
  }
}
