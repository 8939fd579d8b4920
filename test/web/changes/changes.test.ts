import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { catalogueOf } from "../../../src/serve/http/catalogue.ts";
import { states } from "../../../src/states/index.ts";
import { lookUpAddress } from "../../../web/src/changes/change-list.tsx";
import { providerIn } from "../../../web/src/changes/changed-provider.ts";
import {
  chosenPair,
  type ListedRelease,
  nameOfRelease,
  titleOfRelease,
} from "../../../web/src/changes/changes-form.tsx";
import { retrySeconds } from "../../../web/src/changes/changes-view.tsx";
import {
  amountText,
  byFigure,
  cellText,
  changeKey,
  figureWithUnit,
  percentText,
  type ReleaseChange,
  signedText,
  signedWithUnit,
} from "../../../web/src/changes/diff.ts";
import { learnTables } from "../../../web/src/words/tables.ts";

describe("words", () => {
  beforeAll(() => learnTables(catalogueOf(states)));
  afterAll(() => learnTables({ tables: {}, states: [] }));

  test("differences have their sign and every digit that came", () => {
    expect(signedText("0.0800")).toBe("+0.0800");
    expect(signedText("-1234567.10")).toBe("\u22121,234,567.10");
    expect(signedText("0.00")).toBe("0.00");
    expect(percentText("-11.50")).toBe("\u221211.50 %");
  });

  test("figures are grouped, and what is no figure stays as it is", () => {
    expect(amountText("18427.15")).toBe("18,427.15");
    expect(amountText("Level 1000")).toBe("Level 1000");
    expect(amountText(null)).toBe("none");
    const npi = { column: "npi", before: "1200010019", after: "1200010027", difference: null, percent: null };
    expect(cellText(npi, "ga/providers")).toBe("NPI: 1200010019 \u2192 1200010027");
    const fee = { column: "fee", before: "1000.00", after: "1100.00", difference: "100.00", percent: "10.00" };
    expect(cellText(fee, "ny/fee_schedule")).toBe("fee: 1,000.00 \u2192 1,100.00");
  });

  test("amounts have a dollar sign, weights have none", () => {
    expect(figureWithUnit("18427.15", true)).toBe("$18,427.15");
    expect(figureWithUnit("1.2045", false)).toBe("1.2045");
    expect(figureWithUnit(null, true)).toBe("none");
    expect(signedWithUnit("8.00", true)).toBe("+$8.00");
    expect(signedWithUnit("-0.52", true)).toBe("\u2212$0.52");
    expect(signedWithUnit("0.00", true)).toBe("$0.00");
    expect(signedWithUnit("-0.52", false)).toBe("\u22120.52");
    // Two decimals, or as many as the rate has.
    expect(figureWithUnit("41.5", true)).toBe("$41.50");
    expect(figureWithUnit("1200", true)).toBe("$1,200.00");
    expect(signedWithUnit("41.051", true)).toBe("+$41.051");
    expect(signedWithUnit("-8", true)).toBe("\u2212$8.00");
  });

  test("the key of a change is its code, and what else distinguishes it", () => {
    const table = "ga/fee_schedule";
    const key = { service_category: "drug", code: "J7307", modifier: null, place_of_service: "" };
    expect(changeKey({ key, table })).toEqual({ name: "J7307", rest: "service category drug" });
    expect(changeKey({ key: { code: "J7307", service_category: "padl_drug" }, table }).rest).toBe(
      "service category provider administered drug",
    );
    expect(changeKey({ key: { peer_group: "clinic", region: "Upstate" }, table: "ny/dtc_base_rates" })).toEqual({
      name: "Peer group clinic",
      rest: "region Upstate",
    });
    expect(changeKey({ key: {}, table })).toEqual({ name: "all", rest: "" });
  });
});

const { states: catalogue } = catalogueOf(states);

function change(table: string, key: ReleaseChange["key"], from: string | null = "2026-01-01"): ReleaseChange {
  const amounts = { before: "1", after: "2", difference: "1", percent: "100.00" };
  return {
    table,
    kind: "raised",
    key,
    from,
    to: null,
    before_until: null,
    figure: "rate",
    is_dollars: true,
    ...amounts,
    cells: [],
  };
}

describe("the largest changes", () => {
  test("have each figure of a key once, with its days in order", () => {
    const drug = { service_category: "padl_drug", code: "J7307" };
    const of = (from: string, key: ReleaseChange["key"] = drug) => change("ga/fee_schedule", key, from);
    const [october, july] = [of("2026-10-01"), of("2026-07-01")];
    const other = of("2026-07-01", { ...drug, code: "J0178" });
    expect(byFigure([october, other, july])).toEqual([[july, october], [other]]);
    const weight = { ...july, figure: "weight" };
    expect(byFigure([july, weight])).toEqual([[july], [weight]]);
  });

  test("are of a provider by the identifiers that the lookups of its state take", () => {
    const columnIn = (table: string, key: ReleaseChange["key"]) => providerIn(change(table, key), catalogue)?.column;
    expect(columnIn("ca/hospital_rates", { state_provider_id: "106019915" })).toBe("state_provider_id");
    expect(columnIn("ga/hospital_inpatient_rates", { npi: "1200010019", campus_name: null })).toBe("npi");
    expect(columnIn("ny/inpatient_rates", { opcert: "9901001H", payer_class: "FFS" })).toBe("opcert");
    expect(columnIn("ny/fee_schedule", { schedule: "physician", code: "99213" })).toBeUndefined();
    expect(columnIn("common/hcpcs", { code: "A4261" })).toBeUndefined();
  });
});

describe("a change leads to the lookup of its code", () => {
  test("in the setting that prices it, on its first day, with what else the key says of the claim", () => {
    const key = { procedure_code: "58611", procedure_type: "Assistant Surgeon" };
    expect(lookUpAddress(change("ca/outpatient_rates", key), catalogue)).toBe(
      "/?state=ca&setting=outpatient&procedure_type=Assistant+Surgeon&billing_code=58611&date_of_service=2026-01-01",
    );
    expect(lookUpAddress(change("ny/fee_schedule", { code: "99213", modifier: null }), catalogue)).toBe(
      "/?state=ny&setting=outpatient&billing_code=99213&date_of_service=2026-01-01",
    );
  });

  test("and nowhere without a code, without days, without a state of the key, or with values that cannot be sent", () => {
    expect(lookUpAddress(change("ca/hospital_rates", { state_provider_id: "106019915" }), catalogue)).toBeNull();
    expect(lookUpAddress(change("fl/codes", { kind: "specialty", code: "35" }, null), catalogue)).toBeNull();
    expect(lookUpAddress(change("common/hcpcs", { code: "A4261" }, "2026-01-01"), catalogue)).toBeNull();
    const key = { procedure_code: "58611", procedure_type: "None of the choices" };
    expect(lookUpAddress(change("ca/outpatient_rates", key), catalogue)).toBe(
      "/?state=ca&setting=outpatient&billing_code=58611&date_of_service=2026-01-01",
    );
  });
});

describe("releases", () => {
  function release(version: string, hash: string, in_service = false): ListedRelease {
    return { name: "Rates", version, content_hash: hash.repeat(64), in_service };
  }

  const MARCH = release("march", "a", true);
  const FEBRUARY = release("february", "b");
  const JANUARY = release("january", "c");

  describe("which releases are compared", () => {
    test("those of the address, else from the newest other one to the one in service", () => {
      const all = [MARCH, FEBRUARY, JANUARY];
      expect(chosenPair(new URLSearchParams(), all)).toEqual({ from: "february", to: "march" });
      expect(chosenPair(new URLSearchParams("to=february"), all)).toEqual({ from: "january", to: "february" });
      expect(chosenPair(new URLSearchParams("from=march&to=january"), all)).toEqual({ from: "march", to: "january" });
      expect(chosenPair(new URLSearchParams(), [MARCH])).toEqual({ from: "", to: "march" });
    });

    test("by the hash where a version would not tell them apart", () => {
      const all = [MARCH, FEBRUARY, release("february", "d")];
      expect(nameOfRelease(FEBRUARY, all)).toBe("bbbbbbbbbbbb");
      expect(titleOfRelease(FEBRUARY, all)).toBe("february, bbbbbbbbbbbb, Rates");
      expect(titleOfRelease(MARCH, all)).toBe("march, in service, Rates");
    });
  });

  test("the service is asked again only when it says when", () => {
    expect(retrySeconds(503, "15")).toBe(15);
    expect(retrySeconds(503, null)).toBeNull();
    expect(retrySeconds(429, "15")).toBeNull();
    expect(retrySeconds(503, "Mon, Nov 16, 2026 19:00:00 GMT")).toBeNull();
  });
});
