import { expect, it } from "vitest";
import { dollars, times } from "../../src/money/arithmetic.ts";
import { factor } from "../../src/money/factor.ts";
import { formula, Worksheet } from "../../src/worksheet/worksheet.ts";

it("a worksheet says in one line what was computed, with the actual values", () => {
  const sheet = new Worksheet();
  const base = sheet.step(
    formula`unit value (${factor("4.380")}) x conversion factor (${factor("5.49")})`,
    dollars(factor("4.380"), factor("5.49")),
  );
  const cut = sheet.step(formula`${base} x cutback (${factor("0.8")})`, times(base, factor("0.8")));
  sheet.note(formula`no emergency room conversion factor is published`);

  expect(cut.text).toBe("19.24");
  expect(sheet.line).toBe(
    "unit value (4.380) x conversion factor (5.49) = $24.05; $24.05 x cutback (0.8) = $19.24; no emergency room conversion factor is published",
  );
});

it("a step keeps its operands and its result, for a structured explanation", () => {
  const sheet = new Worksheet();
  const payment = sheet.step(formula`per diem (${factor("600")}) x days (${30})`, dollars(factor("600"), factor("30")));
  expect(sheet.steps).toMatchObject([
    { formula: { words: ["per diem (", ") x days (", ")"], operands: [{ text: "600" }, 30] }, result: payment },
  ]);
});
