import { expect, it } from "vitest";
import { reportText } from "../../../src/imports/report/text.ts";
import { csv } from "../fixtures.ts";
import { feeSchedule } from "../reef.ts";
import { importing } from "../support.ts";

it("says what was joined and what is not of the publication, and gives sums with cents", async () => {
  const file = { name: "fees.csv", content: csv(["Code", "Fee"], ["00001", "1"]) };
  const { report } = await importing(feeSchedule, file, { asOf: "2026-01-01" });
  const [table] = report.tables;
  if (table === undefined) throw new Error("The edition feeds a table.");
  const tables = [{ ...table, taken: 10, added: 9, joined: 1, unchanged: 4, unchangedOfOthers: 4 }];
  const text = reportText({ ...report, tables, sums: [{ title: "fees", total: "120.5" }] });
  expect(text).toContain(
    "10 taken: 9 added, 0 changed, 0 closed, 4 unchanged (4 of them not of this publication), 1 joined with a neighbour that says the same;",
  );
  expect(text).toContain("sum of fees: 120.50\n");
  expect(reportText(report)).toContain("1 taken: 1 added, 0 changed, 0 closed, 0 unchanged; the table");
});
