import { describe, expect, it } from "vitest";
import { assumedDay, namesSent, understoodRequest } from "../../../src/answers/explanation/explain.ts";
import type { Day } from "../../../src/core/calendar/day.ts";
import type { RateLookup } from "../../../src/pricing/lookup.ts";
import { inpatient } from "../../../src/states/ca/inpatient/lookup.ts";
import { outpatient } from "../../../src/states/ca/outpatient/lookup.ts";

const TODAY = "2026-11-15" as Day;

function understood(lookup: RateLookup, query: Readonly<Record<string, string>>) {
  const read = lookup.reader.fromQuery(query, { today: TODAY });
  if (!read.ok) throw new Error(read.faults.map(({ message }) => message).join(" "));
  const sent = new Set(Object.keys(query));
  const request = understoodRequest(lookup, read.request);
  return { request, assumed: assumedDay(lookup, request, sent) };
}

describe("what was understood of a request", () => {
  it("is every parameter that was sent, in its own kind", () => {
    const query = { billing_code: "560-1", npi: "1000000001", total_charges: "45000", length_of_stay: "3" };
    expect(understood(inpatient, { ...query, admit_date: "2025-10-01", child_patient: "true" }).request).toEqual({
      billing_code: "560-1",
      npi: "1000000001",
      admit_date: "2025-10-01",
      transfer_claim: false,
      interim_claim: false,
      child_patient: true,
      length_of_stay: 3,
      total_charges: "45000.00",
    });
  });

  it("has codes and names as they were sent, not as they are compared", () => {
    const query = { billing_code: "e0110", provider_name: "Hill & Son", date_of_service: "2025-10-01" };
    expect(understood(outpatient, query).request).toMatchObject({ billing_code: "e0110", provider_name: "Hill & Son" });
  });

  it("has a flag that was not sent as what it is then, and nothing that has no default", () => {
    const query = { billing_code: "99213", npi: "1000000001", emergency_room: "false" };
    const { request } = understood(outpatient, query);
    expect(request).toMatchObject({ emergency_room: false, child_patient: false });
    expect(request).not.toHaveProperty("modifier");
  });

  it("has today where no day was sent, which is assumed then and only then", () => {
    const query = { billing_code: "99213", npi: "1000000001" };
    const { request, assumed } = understood(outpatient, query);
    expect(request).toMatchObject({ date_of_service: TODAY });
    expect(assumed).toEqual([{ parameter: "date_of_service", value: TODAY, reason: "not sent: today" }]);
    expect(understood(outpatient, { ...query, date_of_service: "2025-10-01" }).assumed).toEqual([]);
    expect(understood(inpatient, { billing_code: "560-1", npi: "1000000001" }).assumed).toMatchObject([
      { parameter: "admit_date", value: TODAY },
    ]);
  });
});

it("a parameter without a value does not count as sent", () => {
  expect([...namesSent({ npi: "1", date_of_service: " ", modifier: null, child_patient: false })]).toEqual([
    "npi",
    "child_patient",
  ]);
});
