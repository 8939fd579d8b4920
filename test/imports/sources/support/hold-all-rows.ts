import { openFile } from "../../../../src/imports/sources/open.ts";

/* Keeps every row of a file in memory, as a publication may; says how that ends. */
const file = await openFile(process.argv[2] as string, () => undefined);
const ROW_BYTES = 4_000;
const rows: string[] = [];
try {
  for (const list of await (file.parts[0] as (typeof file.parts)[number]).lists(false)) {
    await list.read((row) => {
      // Through bytes: a text that is only padded shares its padding with the others.
      rows.push(Buffer.alloc(ROW_BYTES, row.cell(0)).toString("latin1"));
      return "more";
    });
  }
  process.stdout.write(`${rows.length} rows`);
} catch (error) {
  process.stdout.write(String(error));
}
