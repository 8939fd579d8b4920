import { openFile } from "../../../src/imports/sources/open.ts";
import { writeFixture } from "../support.ts";

export interface ReadRow {
  readonly list: string;
  readonly number: number;
  readonly cells: readonly string[];
}

/** All rows of a file that have any text, of every list of every part. */
export async function rowsIn(path: string, isFixedWidth = false): Promise<ReadRow[]> {
  const rows: ReadRow[] = [];
  const file = await openFile(path, () => undefined);
  try {
    for (const part of file.parts) {
      for (const list of await part.lists(isFixedWidth)) {
        await list.read((row) => {
          const cells = Array.from({ length: row.width }, (_, index) => row.cell(index));
          if (!row.isBlank) rows.push({ list: list.name, number: row.number, cells });
          return "more";
        });
      }
    }
    return rows;
  } finally {
    file.close();
  }
}

export async function rowsOf(content: string | Uint8Array, name = "fees.bin"): Promise<ReadRow[]> {
  return await rowsIn(writeFixture({ name, content }));
}

/** The cells of the filled rows. */
export async function cellsOf(content: string | Uint8Array): Promise<(readonly string[])[]> {
  return (await rowsOf(content)).map(({ cells }) => cells);
}

/** How a file is refused: the name of the error, since only a failure is one of ours, and what it says. */
export async function refusalOf(content: string | Uint8Array): Promise<string> {
  return await rowsOf(content).then(
    (rows) => `it was taken, with ${rows.length} rows`,
    (error: Error) => `${error.name}: ${error.message}`,
  );
}
