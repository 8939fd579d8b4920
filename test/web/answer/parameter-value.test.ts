import { expect, test } from "vitest";
import { catalogueOf } from "../../../src/serve/http/catalogue.ts";
import { states } from "../../../src/states/index.ts";
import { parameterValue } from "../../../web/src/answer/assumed-and-available.tsx";
import type { CatalogueSetting } from "../../../web/src/api/ready.ts";

const setting = catalogueOf(states).states[0]?.settings.find(
  (each) => each.setting === "inpatient",
) as CatalogueSetting;

test.each([
  ["child_patient", "true", "yes"],
  ["child_patient", "false", "no"],
  ["total_charges", "1912345.67", "$1,912,345.67"],
  ["length_of_stay", "31", "31"],
  ["admit_date", "2026-10-01", "1 Oct 2026"],
  ["total_charges", "many", "many"],
])("%s %s is said as %s", (name, value, said) => {
  expect(setting.parameters.some((parameter) => parameter.name === name)).toBe(true);
  expect(parameterValue(name, value, setting)).toBe(said);
});
