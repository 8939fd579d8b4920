import { expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import { weightOf } from "../../../../src/states/ny/outpatient/apg.ts";
import { outpatientCode } from "../../../../src/states/ny/outpatient/request.ts";
import { apgProcedures, apgWeights } from "../../../../src/states/ny/tables.ts";
import { NOTATION } from "../../../../src/states/ny/values.ts";
import { noRateOf, rowsOf, sheetOver, type TableRows } from "../../../support/sheet.ts";
import { DAY, period } from "../rows.ts";

const apg = { line: 2, apg: 271, apgWeight: factor("0.7658"), noCapitalAddon: false, period: period("2025-01-01") };
const procedure = { line: 2, code: "97530", unitsLimit: factor("4"), period: period("2024-01-01", "2025-06-30") };
const grouped = { ...procedure, apg: 271, pxBasedWeight: null };
const TABLES = [rowsOf(apgWeights, [apg]), rowsOf(apgProcedures, [grouped])];

const codeOf = (sent: string) => outpatientCode({ sent, code: sent.toUpperCase() });

/** The weight of a code, and the period of the rows that it comes from. */
function weigh(code: string, tables: readonly TableRows[] = TABLES) {
  const sheet = sheetOver(DAY, NOTATION, ...tables);
  return { ...weightOf(codeOf(code), sheet), period: sheet.readings.period };
}

it("one to four digits are an APG number, whatever their leading zeros", () => {
  expect(["1", "0457", "457", "0000", "00457", "27100X", "A123", ""].map((code) => codeOf(code).apg)).toEqual([
    ...[1, 457, 457, 0],
    ...[null, null, null, null],
  ]);
});

it("an APG is paid by its own weight", () => {
  expect(weigh("0271")).toMatchObject({
    weight: { name: "apg_weight", value: { text: "0.7658" } },
    apgRow: apg,
    apg: 271,
    unitsLimit: null,
    period: period("2025-01-01"),
  });
  expect(noRateOf(() => weigh("272"))).toMatchObject({
    code: "code_not_listed",
    message: "No APG weight is published for APG 272.",
    sought: { table: apgWeights, key: { apg: 272 } },
  });
});

it("a procedure is paid by the weight of the APG it groups to, while both rows hold", () => {
  expect(weigh("97530")).toMatchObject({
    weight: { name: "apg_weight", value: { text: "0.7658" } },
    apgRow: apg,
    unitsLimit: { text: "4" },
    period: period("2025-01-01", "2025-06-30"),
  });
});

it("a procedure with its own weight is paid by it alone", () => {
  const own = { ...procedure, apg: 999, pxBasedWeight: factor("0.1375") };
  expect(weigh("97530", [rowsOf(apgProcedures, [own])])).toMatchObject({
    weight: { name: "px_based_weight", value: { text: "0.1375" } },
    apgRow: null,
    apg: 999,
    period: own.period,
  });
});

it("a procedure whose APG has no weight on the day fails by the APG", () => {
  const ended = { ...apg, period: period("2020-01-01", "2025-02-28") };
  const tables = [rowsOf(apgWeights, [ended]), rowsOf(apgProcedures, [grouped])];
  expect(noRateOf(() => weigh("97530", tables))).toMatchObject({
    code: "not_in_force",
    message:
      "No APG weight for APG 271 is in force on 2025-03-01; the nearest published period is 2020-01-01 to 2025-02-28.",
    remedy: [{ parameter: "date_of_service", value: "2025-02-28" }],
  });
});

it("a procedure outside its periods is as unknown as one that no table has, but a day of its period would help", () => {
  const message =
    "HCPCS code 97530 has no procedure-based APG weight and no APG grouping in the loaded data; send the APG number instead.";
  expect(noRateOf(() => weigh("97530", []))).toMatchObject({ code: "code_not_listed", message, remedy: [] });
  const later = { ...grouped, period: period("2025-03-02") };
  expect(noRateOf(() => weigh("97530", [rowsOf(apgWeights, [apg]), rowsOf(apgProcedures, [later])]))).toMatchObject({
    code: "not_in_force",
    message,
    remedy: [{ parameter: "date_of_service", value: "2025-03-02" }],
  });
});
