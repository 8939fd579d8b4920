import { expect, it } from "vitest";
import { required, text } from "../../../src/dataset/column.ts";
import { undatedTable } from "../../../src/dataset/table.ts";
import { characters, heading } from "../../../src/imports/declaring/fields.ts";
import { publication, section } from "../../../src/imports/declaring/publication.ts";
import { csv, zip } from "../fixtures.ts";
import { importing } from "../support.ts";

const names = undatedTable({
  folder: "rf",
  name: "names",
  columns: { code: required(text()), name: required(text()) },
  key: ["code"],
});

/** Published as a text of fixed width and as a table, both in one ZIP. */
const list = publication({
  folder: "rf",
  name: "list",
  title: "List",
  publisher: "Reef Council",
  published: "yearly",
  page: null,
  form: "ZIP",
  confidence: "seen",
  sections: [
    section({
      name: "text",
      member: /\.txt$/,
      optional: true,
      fields: { code: characters(1, 2), name: characters(3, 20) },
      feeds: [names],
      read: () => ({ record: (row, intake) => intake.take(names, row) }),
    }),
    section({
      name: "table",
      insteadOf: "text",
      member: /\.csv$/,
      fields: { code: heading("Code"), name: heading("Name") },
      feeds: [names],
      read: () => ({ record: (row, intake) => intake.take(names, row) }),
    }),
  ],
});

const TEXT = "01Coral\n02Kelp\n";
const TABLE = csv(["Code", "Name"], ["01", "CORAL"], ["02", "KELP"]);
const january = { asOf: "2026-01-01" };

it("reads one of two forms of a publication, the one declared first", async () => {
  const both = await importing(list, { name: "list.zip", content: zip({ "l.csv": TABLE, "l.txt": TEXT }) }, january);
  expect(both.report.rowsRead).toBe(2);
  expect(both.rows("rf/names")).toMatchObject([{ name: "Coral" }, { name: "Kelp" }]);
  const table = await importing(list, { name: "l.csv", content: TABLE }, january);
  expect(table.rows("rf/names")).toMatchObject([{ name: "CORAL" }, { name: "KELP" }]);
});

it("says what is missing when it has neither", async () => {
  const neither = { name: "list.zip", content: zip({ "a.pdf": "x", "b.pdf": "y" }) };
  await expect(importing(list, neither, january)).rejects.toThrow(
    "expected a file with a name such as *.csv; found a.pdf, b.pdf",
  );
});
