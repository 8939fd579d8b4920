import { describe, expect, it } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import {
  billingCode,
  charges,
  choice,
  DAYS,
  day,
  flag,
  identifier,
  npi,
  partialName,
  referenceId,
  required,
  searchLimit,
  text,
  wholeNumber,
} from "../../../src/pricing/request/kinds.ts";
import { meantAmong, requestReader, SYNONYMS } from "../../../src/pricing/request/read.ts";
import { lookupOf, type State } from "../../../src/pricing/state/state.ts";
import type { CareSetting } from "../../../src/registry/definition.ts";
import { california as californiaDeclared } from "../../../src/states/ca/index.ts";
import { florida as floridaDeclared } from "../../../src/states/fl/index.ts";
import { georgia as georgiaDeclared } from "../../../src/states/ga/index.ts";
import { states } from "../../../src/states/index.ts";
import { newYork as newYorkDeclared } from "../../../src/states/ny/index.ts";

const about = { description: "For the test." };
const reader = requestReader({
  referenceId,
  billingCode: required(billingCode(about)),
  npi: identifier(npi),
  stateProviderId: identifier(text(about)),
  providerName: identifier(partialName(about, 2)),
  providerType: choice(["hospital", "Family Planning Services"], about),
  childPatient: flag(about),
  lengthOfStay: wholeNumber(DAYS, about),
  totalCharges: charges(about),
  admitDate: day(about),
  limit: searchLimit,
});
const TODAY = { today: "2026-11-15" as Day };
const MINIMAL = { billing_code: "99213", npi: "1234567890" };

function query(fields: Record<string, unknown>) {
  return reader.fromQuery({ ...MINIMAL, ...fields }, TODAY);
}
function item(fields: Record<string, unknown>) {
  return reader.fromItem({ ...MINIMAL, ...fields }, TODAY);
}
function requestOf(read: ReturnType<typeof query>) {
  if (!read.ok) throw new Error(read.faults.map(({ message }) => message).join(" "));
  return read.request;
}
function faultsOf(read: ReturnType<typeof query>) {
  return read.ok ? [] : read.faults.map(({ field, code }) => [field, code]);
}

describe("a request", () => {
  it("is trimmed, upper-cased and completed with defaults", () => {
    expect(requestOf(query({ billing_code: " e0110 ", provider_type: " HOSPITAL " }))).toEqual({
      referenceId: null,
      billingCode: { sent: "e0110", code: "E0110" },
      npi: "1234567890",
      stateProviderId: null,
      providerName: null,
      providerType: "hospital",
      childPatient: false,
      lengthOfStay: null,
      totalCharges: null,
      admitDate: "2026-11-15",
      limit: 100,
      today: "2026-11-15",
    });
  });

  it("counts empty text and JSON null as absent", () => {
    expect(faultsOf(query({ billing_code: " ", npi: "" }))).toEqual([
      ["billing_code", "missing_parameter"],
      ["npi", "missing_provider_identifier"],
    ]);
    expect(requestOf(item({ length_of_stay: null, total_charges: "" })).lengthOfStay).toBeNull();
  });

  it("lists every fault in the contract's order, unknown parameters last", () => {
    const read = reader.fromQuery(
      { zzz: "1", admit_date: "2025-02-30", length_of_stay: "-1", npi: "12", provider_nam: "x" },
      TODAY,
    );
    expect(faultsOf(read)).toEqual([
      ["billing_code", "missing_parameter"],
      ["npi", "invalid_parameter"],
      ["length_of_stay", "invalid_parameter"],
      ["admit_date", "invalid_parameter"],
      ["zzz", "unknown_parameter"],
      ["provider_nam", "unknown_parameter"],
    ]);
  });

  it("names the closest parameter for a misspelt one", () => {
    const read = query({ lenght_of_stay: "3" });
    expect(read).toMatchObject({
      faults: [{ message: '"lenght_of_stay" is not a parameter of this endpoint; did you mean length_of_stay?' }],
    });
  });

  it("names the parameters that an unknown one may have meant, or all of them", () => {
    function remedyFor(name: string) {
      const read = query({ [name]: "1" });
      return read.ok ? "" : read.faults[0]?.message.split("; ")[1];
    }
    expect(remedyFor("date")).toBe("did you mean admit_date?");
    expect(remedyFor("id")).toBe("did you mean reference_id or state_provider_id?");
    expect(remedyFor("provider_of")).toMatch(/^known parameters: reference_id, billing_code, npi, .*, limit\.$/);
    // Longer names are not compared: they would cost more than a real request.
    expect(remedyFor(`limit${"_".repeat(55)}`)).toBe("did you mean limit?");
    expect(remedyFor(`limit${"_".repeat(56)}`)).toMatch(/^known parameters/);
  });

  it("refuses a parameter given twice", () => {
    expect(query({ modifier: ["26"], npi: ["1234567890", "1234567890"] })).toMatchObject({
      faults: [
        { field: "npi", code: "invalid_parameter" },
        { field: "modifier", code: "unknown_parameter" },
      ],
    });
  });

  it("echoes reference_id unchanged and never quotes it", () => {
    expect(requestOf(query({ reference_id: "  A 1 " })).referenceId).toBe("  A 1 ");
    expect(requestOf(query({ reference_id: "\u{1F600}".repeat(128) })).referenceId).toHaveLength(256);
    const tooLong = query({ reference_id: "secret".repeat(30) });
    expect(faultsOf(tooLong)).toEqual([["reference_id", "invalid_parameter"]]);
    expect(JSON.stringify(tooLong)).not.toContain("secret");
  });
});

describe("text of a query string", () => {
  it("spells booleans as true, false, 1 and 0 in any case", () => {
    expect(["true", "TRUE", "1"].map((sent) => requestOf(query({ child_patient: sent })).childPatient)).toEqual([
      true,
      true,
      true,
    ]);
    expect(requestOf(query({ child_patient: "False" })).childPatient).toBe(false);
    expect(faultsOf(query({ child_patient: "yes" }))).toEqual([["child_patient", "invalid_parameter"]]);
  });

  it("spells integers in digits, within their range", () => {
    expect(requestOf(query({ length_of_stay: "036500" })).lengthOfStay).toBe(36_500);
    for (const sent of ["36501", "3.0", "+3", "-0", "1e2", "٣", "9".repeat(400)]) {
      expect(faultsOf(query({ length_of_stay: sent }))).toEqual([["length_of_stay", "invalid_parameter"]]);
    }
  });

  it("cuts a limit above the maximum, however large", () => {
    for (const [sent, limit] of [
      ["1", 1],
      ["007", 7],
      ["999", 999],
      ["1000", 1000],
      ["1001", 1000],
      ["9".repeat(400), 1000],
    ] as const)
      expect(requestOf(query({ limit: sent })).limit).toBe(limit);
    for (const sent of ["0", "000", "-1", "+5", "5.0", "1e3", "x"])
      expect(faultsOf(query({ limit: sent }))).toEqual([["limit", "invalid_parameter"]]);
  });

  it("rounds charges to cents after testing the maximum", () => {
    expect(requestOf(query({ total_charges: "100.005" })).totalCharges?.text).toBe("100.01");
    expect(requestOf(query({ total_charges: "9999999999.99" })).totalCharges?.text).toBe("9999999999.99");
    for (const sent of ["9999999999.991", "-1", "-0", "1e3", "$5", "1,000", "NaN"]) {
      expect(faultsOf(query({ total_charges: sent }))).toEqual([["total_charges", "invalid_parameter"]]);
    }
  });

  it("needs enough characters of a name as sent, whatever folding leaves of them", () => {
    expect(requestOf(query({ provider_name: " st. m " })).providerName).toEqual({ sent: "st. m", folded: "ST M" });
    expect(requestOf(query({ provider_name: "O'" })).providerName).toEqual({ sent: "O'", folded: "O" });
    expect(requestOf(query({ provider_name: "李四" })).providerName).toEqual({ sent: "李四", folded: "" });
    expect(faultsOf(query({ provider_name: " a " }))).toEqual([["provider_name", "invalid_parameter"]]);
    expect(faultsOf(query({ provider_name: "\u{1F600}" }))).toEqual([["provider_name", "invalid_parameter"]]);
  });

  it("takes at most twenty characters of billing code", () => {
    expect(requestOf(query({ billing_code: "x".repeat(20) })).billingCode.code).toBe("X".repeat(20));
    // A long s is no S, a dotless i no I (conventions 2.2).
    expect(requestOf(query({ billing_code: "\u017f0302a" })).billingCode.code).toBe("\u017f0302A");
    expect(faultsOf(query({ billing_code: "x".repeat(21) }))).toEqual([["billing_code", "invalid_parameter"]]);
    expect(requestOf(query({ billing_code: "\u0131a\u00e9" })).billingCode.code).toBe("\u0131A\u00c9");
    // Of two UTF-16 units each, and one that grows when it is upper-cased.
    expect(requestOf(query({ billing_code: "\u{1F600}".repeat(20) })).billingCode.sent).toHaveLength(40);
    expect(faultsOf(query({ billing_code: "\u{1F600}".repeat(21) }))).toEqual([["billing_code", "invalid_parameter"]]);
    expect(requestOf(query({ billing_code: "\u00df".repeat(10) })).billingCode.code).toBe("S".repeat(20));
    expect(faultsOf(query({ billing_code: "\u00df".repeat(11) }))).toEqual([["billing_code", "invalid_parameter"]]);
  });
});

describe("JSON of a batch item", () => {
  it("wants JSON booleans and JSON integers, written with or without a fraction of zero", () => {
    expect(requestOf(item({ child_patient: true, length_of_stay: 3.0 }))).toMatchObject({
      childPatient: true,
      lengthOfStay: 3,
    });
    expect(faultsOf(item({ child_patient: "true", length_of_stay: "3" }))).toEqual([
      ["child_patient", "invalid_parameter"],
      ["length_of_stay", "invalid_parameter"],
    ]);
    expect(faultsOf(item({ length_of_stay: 3.5 }))).toEqual([["length_of_stay", "invalid_parameter"]]);
  });

  it("takes decimals as numbers or strings", () => {
    expect(requestOf(item({ total_charges: 12.345 })).totalCharges?.text).toBe("12.35");
    expect(requestOf(item({ total_charges: "12.345" })).totalCharges?.text).toBe("12.35");
    expect(requestOf(item({ total_charges: 1e-7 })).totalCharges?.text).toBe("0.00");
    expect(requestOf(item({ total_charges: 6e-3 })).totalCharges?.text).toBe("0.01");
    for (const sent of [-1, 1e21, true, [], {}]) {
      expect(faultsOf(item({ total_charges: sent }))).toEqual([["total_charges", "invalid_parameter"]]);
    }
  });

  it("refuses identifiers and codes as numbers, except a ten-digit NPI", () => {
    expect(requestOf(item({ npi: 1234567890 })).npi).toBe("1234567890");
    expect(faultsOf(item({ npi: 123456789, billing_code: 99213, state_provider_id: 1 }))).toEqual([
      ["billing_code", "invalid_parameter"],
      ["npi", "invalid_parameter"],
      ["state_provider_id", "invalid_parameter"],
    ]);
  });
});

describe("meant parameters", () => {
  /** The parameters of the endpoints of a state that the examples are taken from. */
  function endpointsOf(state: State) {
    const namesOf = (setting: CareSetting) => lookupOf(state, setting).reader.names;
    return { outpatient: namesOf("outpatient"), inpatient: namesOf("inpatient"), search: state.search.reader.names };
  }

  const california = endpointsOf(californiaDeclared);
  const florida = endpointsOf(floridaDeclared);
  const newYork = endpointsOf(newYorkDeclared);
  const georgia = endpointsOf(georgiaDeclared);

  describe("a parameter called", () => {
    it.each([
      ["date", california.outpatient, "date_of_service"],
      ["service_date", california.outpatient, "date_of_service"],
      ["serviceDate", california.outpatient, "date_of_service"],
      ["DOS", florida.outpatient, "date_of_service"],
      ["date", california.inpatient, "admit_date"],
      ["date", newYork.inpatient, "discharge_date"],
      ["date_of_service", florida.inpatient, "discharge_date"],
      ["admission_date", georgia.inpatient, "admit_date"],
      ["admit", california.inpatient, "admit_date"],
      ["discharge", florida.inpatient, "discharge_date"],
      ["code", newYork.outpatient, "billing_code"],
      ["hcpcs", california.outpatient, "billing_code"],
      ["cpt", california.outpatient, "billing_code"],
      ["procedure_code", california.outpatient, "billing_code"],
      ["drg", newYork.inpatient, "billing_code"],
      ["name", florida.search, "provider_name"],
      ["provider", california.outpatient, "provider_name"],
      ["provider_id", newYork.search, "state_provider_id"],
      ["npi_number", georgia.outpatient, "npi"],
      ["los", georgia.inpatient, "length_of_stay"],
      ["charges", california.inpatient, "total_charges"],
      ["charges", georgia.outpatient, "billed_charges"],
      ["charges", newYork.inpatient, "gross_charges"],
      ["total_charges", newYork.inpatient, "gross_charges"],
      ["pos", florida.outpatient, "place_of_service"],
      ["mod", newYork.outpatient, "modifier"],
      ["modifiers", newYork.outpatient, "modifier"],
      ["minutes", georgia.outpatient, "anesthesia_minutes"],
      ["transfer_claim", newYork.inpatient, "transfer_out"],
      ["zip", california.search, "zip_code"],
      ["zipcode", california.search, "zip_code"],
      ["size", california.search, "limit"],
      ["count", florida.search, "limit"],
      ["max", georgia.search, "limit"],
      ["ref", newYork.search, "reference_id"],
      ["region", newYork.outpatient, "service_region"],
      ["child", california.inpatient, "child_patient"],
      ["bilingcode", california.outpatient, "billing_code"],
    ])("%s among %j means %s", (name, names, meant) => {
      expect(meantAmong(names)(name)).toEqual([meant]);
    });

    it.each([
      ["type", california.outpatient, ["provider_type", "procedure_type", "service_type"]],
      ["id", california.outpatient, ["reference_id", "state_provider_id"]],
    ])("%s among %j may mean several", (name, names, meant) => {
      expect(meantAmong(names)(name)).toEqual(meant);
    });

    it.each([
      // The other date of the stay would price another day.
      ["admit_date", florida.inpatient],
      ["discharge_date", california.inpatient],
      ["charges", california.outpatient],
      ["code", california.search],
      ["provider_id", georgia.outpatient],
      ["billing_code_type", california.outpatient],
      ["state", california.outpatient],
      ["service", california.outpatient],
      ["patient", california.outpatient],
      ["constructor", california.outpatient],
      ["ndc", florida.outpatient],
    ])("%s among %j means none of them", (name, names) => {
      expect(meantAmong(names)(name)).toEqual([]);
    });
  });

  it("means the first of its meanings that the endpoint has", () => {
    expect(meantAmong(["discharge_date", "admit_date", "npi"])("dos")).toEqual(["admit_date"]);
  });

  it("lists no word twice, and no meaning that no endpoint has", () => {
    const words = SYNONYMS.flatMap((synonym) => synonym.words);
    expect(words).toEqual([...new Set(words)]);
    const readers = states.flatMap(({ lookups, search }) => [...lookups, search].map(({ reader }) => reader));
    const names = new Set(readers.flatMap((reader) => reader.names));
    for (const { mean } of SYNONYMS) expect(mean.filter((name) => !names.has(name))).toEqual([]);
  });
});
