import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import {
  anyModifier,
  aprDrgCode,
  aprDrgWithOrWithoutSeverity,
  billingCode,
  charges,
  choice,
  codeAsSent,
  DAYS,
  day,
  eitherFlag,
  flag,
  hasCheckDigit,
  identifier,
  MINUTES,
  npi,
  partialName,
  patterned,
  referenceId,
  required,
  searchLimit,
  text,
  wholeNumber,
} from "../../../src/pricing/request/kinds.ts";
import { requestReader, Undecodable } from "../../../src/pricing/request/read.ts";
import { runs } from "../../support/property-runs.ts";

describe("messages", () => {
  /* Every fault says which field, which value and what would be right, in the words of the parameter's kind. */

  const about = { description: "For the test." };
  const reader = requestReader({
    referenceId,
    billingCode: required(billingCode(about)),
    sentCode: codeAsSent(about),
    npi: identifier(npi),
    stateProviderId: identifier(text(about)),
    providerName: partialName(about, 2),
    city: partialName(about),
    providerType: choice(["hospital", "clinic"], about),
    modifier: anyModifier(about),
    drg: aprDrgCode(about),
    drgs: aprDrgWithOrWithoutSeverity(about),
    rateCode: patterned({ ...about, pattern: /^[0-9]{4}$/, expected: "4 digits" }),
    childPatient: flag(about),
    criticalAccess: eitherFlag(about),
    lengthOfStay: wholeNumber(DAYS, about),
    minutes: wholeNumber(MINUTES, about),
    totalCharges: charges(about),
    admitDate: day(about),
    limit: searchLimit,
  });
  const TODAY = { today: "2026-11-15" as Day };
  const MINIMAL = { billing_code: "99213", npi: "1234567890" };

  function messages(form: "fromQuery" | "fromItem", fields: Record<string, unknown>): string[] {
    const read = reader[form]({ ...MINIMAL, ...fields }, TODAY);
    return read.ok ? [] : read.faults.map(({ message }) => message);
  }

  it.each<[Record<string, unknown>, string]>([
    [{ reference_id: "x".repeat(129) }, "reference_id is not valid: expected at most 128 characters."],
    [{ billing_code: "" }, "billing_code is required: For the test."],
    [{ npi: "" }, "Send at least one of npi, state_provider_id."],
    [{ npi: "12" }, 'npi "12" is not valid: expected 10 digits.'],
    [{ npi: ["1", "2"] }, "npi is not valid: expected one value, but it is given more than once."],
    [{ npi: new Undecodable("%ff") }, 'npi "%ff" is not valid: expected percent-encoded UTF-8.'],
    [{ sent_code: "x".repeat(21) }, `sent_code "${"x".repeat(21)}" is not valid: expected at most 20 characters.`],
    [{ provider_name: "a" }, 'provider_name "a" is not valid: expected at least 2 characters.'],
    [{ provider_type: "spa" }, 'provider_type "spa" is not valid: expected one of hospital, clinic.'],
    [{ modifier: "2" }, 'modifier "2" is not valid: expected two letters or digits.'],
    [{ drg: "560" }, 'drg "560" is not valid: expected <drg>-<soi>, for example 560-1.'],
    [{ drgs: "560-5" }, 'drgs "560-5" is not valid: expected <drg> or <drg>-<soi>, for example 560 or 560-1.'],
    [{ rate_code: "140" }, 'rate_code "140" is not valid: expected 4 digits.'],
    [{ child_patient: "yes" }, 'child_patient "yes" is not valid: expected true or false.'],
    [{ critical_access: "yes" }, 'critical_access "yes" is not valid: expected true or false.'],
    [{ length_of_stay: "36501" }, 'length_of_stay "36501" is not valid: expected a whole number from 0 to 36500.'],
    [{ minutes: "100001" }, 'minutes "100001" is not valid: expected a whole number from 0 to 100000.'],
    [
      { total_charges: "-1" },
      'total_charges "-1" is not valid: expected dollars in plain decimal notation, from 0 to 9999999999.99.',
    ],
    [
      { admit_date: "30.2.2026" },
      'admit_date "30.2.2026" is not valid: expected a calendar day as YYYY-MM-DD or MM/DD/YYYY.',
    ],
    [{ limit: "0" }, 'limit "0" is not valid: expected a whole number of at least 1.'],
  ])("%j of a query", (fields, message) => {
    expect(messages("fromQuery", fields)).toEqual([message]);
  });

  it.each<[Record<string, unknown>, string]>([
    [
      { billing_code: 99213 },
      'billing_code "99213" is not valid: expected a JSON string (a number would lose leading zeros).',
    ],
    [{ billing_code: true }, 'billing_code "true" is not valid: expected a JSON string.'],
    [{ billing_code: { of: 1 } }, "billing_code is not valid: expected a JSON string."],
    [{ child_patient: "true" }, 'child_patient "true" is not valid: expected the JSON boolean true or false.'],
    [{ limit: 1.5 }, 'limit "1.5" is not valid: expected a whole number of at least 1.'],
    [{ npi: 12 }, 'npi "12" is not valid: expected 10 digits.'],
  ])("%j of a batch item", (fields, message) => {
    expect(messages("fromItem", fields)).toEqual([message]);
  });

  const LONG = 4_000_000;

  it.each<[string, string, string]>([
    ["reference_id", "x", "at most 128 characters"],
    ["billing_code", "x", "at most 20 characters"],
    ["sent_code", "x", "at most 20 characters"],
    ["npi", "1", "10 digits (in at most 200 characters)"],
    ["state_provider_id", "x", "at most 200 characters"],
    ["provider_name", "\u0301", "at most 200 characters"],
    ["city", "\u0323", "at most 200 characters"],
    ["provider_type", "x", "one of hospital, clinic (in at most 200 characters)"],
    ["modifier", "x", "two letters or digits (in at most 200 characters)"],
    ["drg", "1", "<drg>-<soi>, for example 560-1 (in at most 200 characters)"],
    ["drgs", "1", "<drg> or <drg>-<soi>, for example 560 or 560-1 (in at most 200 characters)"],
    ["rate_code", "1", "4 digits (in at most 200 characters)"],
    ["child_patient", "1", "true or false (in at most 200 characters)"],
    ["critical_access", "1", "true or false (in at most 200 characters)"],
    ["length_of_stay", "1", "a whole number from 0 to 36500 (in at most 400 characters)"],
    ["total_charges", "1", "dollars in plain decimal notation, from 0 to 9999999999.99 (in at most 400 characters)"],
    ["admit_date", "1", "a calendar day as YYYY-MM-DD or MM/DD/YYYY (in at most 200 characters)"],
    ["limit", "1", "a whole number of at least 1 (in at most 400 characters)"],
  ])("%s of four million characters is refused, and quoted in part", (name, character, expected) => {
    const shown = name === "reference_id" ? "" : ` "${character.repeat(60)}..."`;
    const message = `${name}${shown} is not valid: expected ${expected}.`;
    expect(messages("fromQuery", { [name]: character.repeat(LONG) })).toEqual([message]);
    expect(messages("fromItem", { [name]: character.repeat(LONG) })).toEqual([message]);
  });

  it("text has as many characters as its kind allows, white space around it included, and not one more", () => {
    const name = "m".repeat(198);
    expect(messages("fromQuery", { provider_name: ` ${name} ` })).toEqual([]);
    expect(messages("fromQuery", { provider_name: ` ${name}  ` })).toHaveLength(1);
    expect(messages("fromItem", { provider_name: `\u{1F600}${"\u{1F600}".repeat(197)}ab` })).toEqual([]);
    expect(messages("fromItem", { provider_name: `\u{1F600}${"\u{1F600}".repeat(198)}ab` })).toHaveLength(1);
    expect(messages("fromQuery", { total_charges: `1.${"0".repeat(398)}` })).toEqual([]);
    expect(messages("fromQuery", { total_charges: `1.${"0".repeat(399)}` })).toHaveLength(1);
  });

  it("an unknown name of four million characters is named in part and compared with nothing", () => {
    const read = reader.fromItem({ ...MINIMAL, ["n".repeat(LONG)]: "1" }, TODAY);
    expect(read).toMatchObject({ faults: [{ field: `${"n".repeat(60)}...`, code: "unknown_parameter" }] });
  });

  it("an unknown name is quoted in part when it is long, and the known ones are listed where none was meant", () => {
    const [message = ""] = messages("fromQuery", { qqqqqqqq: "1" });
    expect(message).toBe(
      `"qqqqqqqq" is not a parameter of this endpoint; known parameters: ${reader.names.join(", ")}.`,
    );
    const long = reader.fromQuery({ ...MINIMAL, ["n".repeat(61)]: "1" }, TODAY);
    expect(long).toMatchObject({ faults: [{ field: `${"n".repeat(60)}...`, code: "unknown_parameter" }] });
    expect(reader.fromQuery({ ...MINIMAL, ["n".repeat(60)]: "1" }, TODAY)).toMatchObject({
      faults: [{ field: "n".repeat(60) }],
    });
  });

  it("of many unknown names the first fifty are listed", () => {
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, number) => [`unknown_${number}`, "1"]));
    expect(messages("fromQuery", many)).toHaveLength(50);
  });
});

describe("npi check digit", () => {
  const DIGITS = [..."0123456789"];
  const nineDigits = fc.array(fc.constantFrom(...DIGITS), { minLength: 9, maxLength: 9 }).map((all) => all.join(""));
  const npis = nineDigits.map((nine) => `${nine}${DIGITS.find((digit) => hasCheckDigit(nine + digit))}`);

  it("the example of the standard has its check digit, and no other digit in its place is one", () => {
    expect(DIGITS.filter((digit) => hasCheckDigit(`123456789${digit}`))).toEqual(["3"]);
  });

  it("nine digits have exactly one check digit", () => {
    fc.assert(
      fc.property(nineDigits, (nine) => {
        expect(DIGITS.filter((digit) => hasCheckDigit(nine + digit))).toHaveLength(1);
      }),
      runs(),
    );
  });

  it("one mistaken digit is always noticed", () => {
    fc.assert(
      fc.property(npis, fc.nat(9), fc.constantFrom(...DIGITS), (npi, place, digit) => {
        const mistaken = npi.slice(0, place) + digit + npi.slice(place + 1);
        expect(hasCheckDigit(mistaken)).toBe(mistaken === npi);
      }),
      runs(),
    );
  });

  it("two neighbours that are swapped are noticed, except 0 and 9, which the formula cannot tell", () => {
    fc.assert(
      fc.property(npis, fc.nat(8), (npi, place) => {
        const [left, right] = [npi[place] as string, npi[place + 1] as string];
        const swapped = npi.slice(0, place) + right + left + npi.slice(place + 2);
        const isAlike = left === right || [left, right].sort().join("") === "09";
        expect(hasCheckDigit(swapped)).toBe(isAlike);
      }),
      runs(),
    );
  });
});
