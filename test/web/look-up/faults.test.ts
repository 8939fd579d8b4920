import { describe, expect, test } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import { catalogueOf } from "../../../src/serve/http/catalogue.ts";
import { states } from "../../../src/states/index.ts";
import { faultsOf } from "../../../web/src/look-up/faults.ts";

const lookups = states.flatMap((state) => state.lookups.map((lookup) => ({ state, lookup })));

/** What the page shows at its fields when the API reads these values. */
function shown(stateCode: string, settingName: string, fields: Readonly<Record<string, string>>) {
  const found = lookups.find(({ state, lookup }) => state.code === stateCode && lookup.setting === settingName);
  const state = catalogueOf(states).states.find(({ code }) => code === stateCode);
  const setting = state?.settings.find((each) => each.setting === settingName);
  if (found === undefined || state === undefined || setting === undefined) throw new Error("No such lookup");
  const read = found.lookup.reader.fromQuery(fields, { today: "2026-11-18" as Day });
  const errors = read.ok ? [] : read.faults;
  const problem = { status: 400, code: "invalid_parameter", title: "", detail: "", errors };
  return faultsOf(problem, { state, setting, fields });
}

const VISIT = { billing_code: "99213", npi: "1000100010" };
const STAY = { billing_code: "560-1", npi: "1000100010" };

describe("the error of a field", () => {
  test.each(["2026-13-01", "0000-00-00", "2026-02-30", "99999-01-01", "tomorrow"])("of the day %s", (day) => {
    expect(shown("ca", "outpatient", { ...VISIT, date_of_service: day })).toEqual({
      date_of_service: `“${day}” is not a day of the calendar. Enter a month, a day and a year, such as 10/01/2026.`,
    });
  });

  test("says what each kind of field takes", () => {
    expect(shown("ca", "outpatient", { ...VISIT, npi: "123", modifier: "ZZ", anesthesia_minutes: "many" })).toEqual({
      npi: "“123” is not an NPI: an NPI has 10 digits.",
      modifier: "“ZZ” is not in this list. Choose one of its values, or none.",
      anesthesia_minutes: "Enter a whole number from 0 to 100,000.",
    });
    expect(shown("ca", "inpatient", { ...STAY, billing_code: "knee", total_charges: "lots" })).toEqual({
      billing_code: "“knee” is not a code of this kind. APR-DRG and severity of illness, joined by a hyphen.",
      total_charges: "“lots” cannot be read as dollars and cents. Enter an amount such as 25000.50.",
    });
    expect(shown("ga", "outpatient", { ...VISIT, modifier: "123" })).toEqual({
      modifier: "“123” is not a modifier: a modifier has two letters or digits.",
    });
    expect(shown("ca", "outpatient", { ...VISIT, child_patient: "maybe" })).toEqual({
      child_patient: "“maybe” is neither yes nor no.",
    });
    expect(shown("ca", "inpatient", { ...STAY, length_of_stay: "1,2" })).toEqual({
      length_of_stay: "A point separates decimals; a comma only groups of three digits.",
    });
  });

  test("of a long or short text says how long it may be", () => {
    expect(shown("ca", "outpatient", { billing_code: "9".repeat(21), provider_name: "x" })).toEqual({
      billing_code: "This is too long: enter at most 20 characters.",
      provider_name: "Enter at least 2 characters.",
    });
  });

  test("of a value that another field rules out has labels in place of parameters", () => {
    const state = catalogueOf(states).states.find(({ code }) => code === "ny");
    const setting = state?.settings.find((each) => each.setting === "inpatient");
    if (state === undefined || setting === undefined) throw new Error("No such lookup");
    const errors = [
      { field: "alc_days", code: "invalid_parameter", message: "alc_days: more than length_of_stay" },
    ] as const;
    const problem = { status: 400, code: "invalid_parameter", title: "", detail: "", errors };
    const fields = { length_of_stay: "3", alc_days: "9" };
    expect(faultsOf(problem, { state, setting, fields }).alc_days).toContain("part of length of stay, so never more");
  });

  test.each(lookups.map(({ state, lookup }) => [state.code, lookup.setting] as const))(
    "names no parameter: %s %s",
    (state, setting) => {
      const parameters = catalogueOf(states)
        .states.find(({ code }) => code === state)
        ?.settings.find((each) => each.setting === setting)?.parameters;
      const long = Object.fromEntries((parameters ?? []).map(({ name }) => [name, "?".repeat(500)]));
      const odd = Object.fromEntries((parameters ?? []).map(({ name }) => [name, "?"]));
      for (const fields of [long, odd, {}]) {
        const faults = Object.values(shown(state, setting, fields));
        expect(faults.length).toBeGreaterThan(0);
        const names = (parameters ?? []).map(({ name }) => name).filter((name) => name === "npi" || name.includes("_"));
        expect(faults.filter((fault) => names.some((name) => fault.includes(name)))).toEqual([]);
      }
    },
  );
});
