import { expect, it } from "vitest";
import type { Priced } from "../../../../src/pricing/lookup.ts";
import { codeTypesToPrice, withoutOtherSystems } from "../../../../src/states/fl/outpatient/routing.ts";

it("each type of provider has its code systems; one that is not its own gives none", () => {
  expect(codeTypesToPrice("PRACTITIONER", null)).toEqual(["HCPCS"]);
  expect(codeTypesToPrice("HOSPITAL", null)).toEqual(["EAPG"]);
  expect(codeTypesToPrice("ASC", null)).toEqual(["HCPCS", "EAPG"]);
  expect(codeTypesToPrice("ASC", "EAPG")).toEqual(["EAPG"]);
  expect(codeTypesToPrice("HOSPITAL", "HCPCS")).toEqual([]);
  expect(codeTypesToPrice("INDEPENDENT_LAB", "EAPG")).toEqual([]);
});

it("a failure is dropped when another system counts; when all fail the first is kept", () => {
  const priced = (name: string, counts: boolean): Priced => ({ counts, result: { name } });
  const names = (of: readonly Priced[]) => of.map(({ result }) => result.name);
  const hcpcs = priced("hcpcs", true);
  const eapg = priced("eapg", true);
  const noFee = priced("no fee", false);
  const noWeight = priced("no weight", false);
  expect(names(withoutOtherSystems([[noFee], [eapg]]))).toEqual(["eapg"]);
  expect(names(withoutOtherSystems([[hcpcs, hcpcs], [noWeight]]))).toEqual(["hcpcs", "hcpcs"]);
  expect(names(withoutOtherSystems([[hcpcs], [eapg]]))).toEqual(["hcpcs", "eapg"]);
  expect(names(withoutOtherSystems([[noFee], [noWeight]]))).toEqual(["no fee"]);
  expect(names(withoutOtherSystems([[noWeight]]))).toEqual(["no weight"]);
});
