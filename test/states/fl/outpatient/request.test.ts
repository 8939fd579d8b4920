import { expect, it } from "vitest";
import { requestReader } from "../../../../src/pricing/request/read.ts";
import { outpatientParameters, placeSentOrDefault } from "../../../../src/states/fl/outpatient/request.ts";

const reader = requestReader(outpatientParameters);

function isRefused(place: string): boolean {
  const query = { npi: "1000000011", billing_code: "99213", place_of_service: place };
  return !reader.fromQuery(query, { today: "2026-03-15" as never }).ok;
}

it("five codes and the word mean the facility, everything else the office", () => {
  const facilities = ["19", "21", "22", "23", "24", "facility", "FACILITY"];
  const offices = ["01", "11", "20", "25", "99", "non_facility", "Non_Facility"];
  expect(facilities.map(placeSentOrDefault)).toEqual(facilities.map(() => "facility"));
  expect(offices.map(placeSentOrDefault)).toEqual(offices.map(() => "non_facility"));
});

it("the office is meant when no place is sent", () => {
  const read = reader.fromQuery({ npi: "1000000011", billing_code: "99213" }, { today: "2026-03-15" as never });
  expect(read).toMatchObject({ ok: true, request: { placeOfService: null } });
  expect(placeSentOrDefault(null)).toBe("non_facility");
  expect(outpatientParameters.placeOfService.schema).toMatchObject({ default: "non_facility" });
});

it("codes run from 01 to 99 and have two digits", () => {
  expect(["01", "10", "99", "Facility"].map(isRefused)).toEqual([false, false, false, false]);
  expect(["00", "1", "100", "2a", "office", "facility 22"].map(isRefused)).toEqual(Array(6).fill(true));
});
