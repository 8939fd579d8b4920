import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { snakeCase } from "../../src/core/text/spelling.ts";
import { checkDataset } from "../../src/dataset/check.ts";
import { fileOf } from "../../src/dataset/table.ts";
import { states } from "../../src/states/index.ts";
import { filesOf } from "../conformance/cases.ts";

/* What the tables of a state owe each other is declared by the names of columns; a name that no table has would check nothing. */

describe.each(states)("$name", (state) => {
  const { references, uniqueness, uniqueInForce = [], agreements = [], requirements = [] } = state;

  it("names columns that its tables have", () => {
    const named = [
      ...references.map(({ from, column }) => [from, column] as const),
      ...[...uniqueness, ...uniqueInForce, ...agreements].map(({ table, column }) => [table, column] as const),
      ...requirements.flatMap(({ table, column, where }) => [[table, column] as const, [table, where] as const]),
    ];
    for (const [table, column] of named) expect(Object.keys(table.columns)).toContain(column);
  });

  it.each(
    references.map((reference) => ({
      ...reference,
      file: fileOf(reference.from),
      header: snakeCase(reference.column),
    })),
  )("refuses a row of $file whose $header is not $what", async ({ file, header, what }) => {
    const { dataset } = filesOf(state.code, "a");
    const folder = mkdtempSync(join(tmpdir(), "ratebook-obligations-"));
    cpSync(dataset, folder, { recursive: true });
    const path = join(folder, file);
    const [first = {}, ...others]: Record<string, string>[] = parse(readFileSync(path), { columns: true, trim: true });
    const strange = (first[header] ?? "").replaceAll(/[0-9]/g, "9").replaceAll(/[A-Z]/g, "Z");
    const rows = [{ ...first, [header]: strange }, ...others];
    const cells = rows.map((row) =>
      Object.values(row)
        .map((cell) => `"${cell.replaceAll('"', '""')}"`)
        .join(","),
    );
    writeFileSync(path, [Object.keys(first).join(","), ...cells, ""].join("\n"));
    const { faults } = await checkDataset({ dataset: folder, states });
    rmSync(folder, { recursive: true });
    expect(faults).toContainEqual({ file, line: 2, column: header, value: strange, reason: `expected ${what}` });
  });
});
