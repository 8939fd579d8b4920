import { describe, expect, test } from "vitest";
import { catalogueOf } from "../../../src/serve/http/catalogue.ts";
import { states } from "../../../src/states/index.ts";
import { standingText } from "../../../web/src/beside-others/compare-section.tsx";
import { rangeText } from "../../../web/src/beside-others/distribution.tsx";
import { conditionsOf, firstGroups } from "../../../web/src/beside-others/groups.ts";
import { comparePath, lookupAt, pricesOf } from "../../../web/src/beside-others/rate-comparison.ts";
import { type StripFigures, stripOf } from "../../../web/src/beside-others/strip.ts";
import { LINE_PIXELS, overlaps, textWidth } from "../../../web/src/charts/boxes.ts";
import { addressOfLookup, type Lookup, lookupIn, withFields } from "../../../web/src/look-up/lookup.ts";

const CATALOGUE = catalogueOf(states);

function lookupsOf(fields: Readonly<Record<string, string>>): readonly Lookup[] {
  return CATALOGUE.states.flatMap((state) => state.settings.map((setting) => ({ state, setting, fields })));
}

const RECORD = {
  npi: "1000000004",
  provider_name: "A Hospital",
  provider_type: "HOSPITAL",
  provider_type_label: "Hospital",
  city: "Anytown",
  county: "Any",
  zip_code: "12345",
};

describe("the group that a provider is compared with", () => {
  test.each(
    lookupsOf({ npi: RECORD.npi, billing_code: "1" }).map(
      (each) => [each.state.code, each.setting.setting, each] as const,
    ),
  )(
    "of %s %s is of its kind at its place, else of its kind, and never itself by name or number",
    (_state, _setting, lookup) => {
      const names = conditionsOf(lookup).map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(["provider_type", "city", "provider_name"]));
      expect(names).not.toContain("npi");
      expect(names).not.toContain("limit");
      const place = names.includes("county") ? { county: "Any" } : { city: "Anytown" };
      expect(firstGroups(lookup, RECORD)).toEqual([
        { provider_type: "HOSPITAL", ...place },
        { provider_type: "HOSPITAL" },
      ]);
    },
  );

  test("takes the type that the lookup says, and the name of a lookup by name", () => {
    const [typed] = lookupsOf({ npi: RECORD.npi, provider_type: "podiatrist" });
    const [named] = lookupsOf({ provider_name: "medical" });
    expect(firstGroups(typed as Lookup, RECORD)[1]).toEqual({ provider_type: "podiatrist" });
    expect(firstGroups(named as Lookup, null)).toEqual([{ provider_name: "medical" }]);
  });

  test("is asked for without the provider of the lookup, and not at all where it is empty", () => {
    const [lookup] = lookupsOf({ npi: RECORD.npi, billing_code: "99213", date_of_service: "2026-01-01" });
    const path = comparePath(lookup as Lookup, { city: "Anytown" });
    expect(path).toMatch(/\/rate\/compare\?billing_code=99213&date_of_service=2026-01-01&city=Anytown&medicare=true$/);
    // Stays have no price of Medicare.
    const [, stay] = lookupsOf({ npi: RECORD.npi, billing_code: "560-1" });
    expect(comparePath(stay as Lookup, { city: "Anytown" })).toMatch(/&city=Anytown$/);
    expect(comparePath(lookup as Lookup, {})).toBeNull();
  });
});

describe("the group in the address", () => {
  const [lookup] = lookupsOf({ npi: RECORD.npi, billing_code: "99213" });
  const inAddress = (address: string) =>
    lookupIn(new URLSearchParams(address.slice(address.indexOf("?"))), CATALOGUE.states);

  test.each([[{ city: "San José", provider_type: "hospital" }], [{}], [undefined]])(
    "is read as it was written: %j",
    (group) => {
      const compared = group === undefined ? {} : { compared: group };
      const found = inAddress(addressOfLookup({ ...(lookup as Lookup), ...compared }));
      expect(found?.notUnderstood).toEqual([]);
      expect(found?.lookup.compared).toEqual(group);
      expect(found?.lookup.fields).toEqual({ npi: RECORD.npi, billing_code: "99213" });
    },
  );

  test("is refused where the search has no such condition", () => {
    expect(inAddress("/?state=ca&setting=outpatient&billing_code=1&npi=1&compare.moon=full")?.notUnderstood).toEqual([
      "“compare.moon” is not a part of this lookup",
    ]);
  });

  test("stays with another code and with another provider of the group, and goes with another provider of the question", () => {
    const compared = { city: "Anytown" };
    const narrowed = { ...(lookup as Lookup), compared };
    expect(withFields(narrowed, { billing_code: "99214" }).compared).toEqual(compared);
    expect(lookupAt(narrowed, { npi: "1000000012" })).toMatchObject({ compared, fields: { npi: "1000000012" } });
    expect(withFields(narrowed, { npi: "1000000012" }).compared).toBeUndefined();
  });
});

describe("where a price stands", () => {
  const standing = { rank: 2, of: 3, percentile: "50.0", difference_from_median: "-7.75" };
  const result = {
    payment_rate: "27.54",
    payment_rate_type: "claim",
    error_message: null,
    provider_name: "A Hospital",
  };
  const members = [
    { billing_code: "99213", identifiers: { npi: "1", other: null }, results: [result], standings: [standing] },
    {
      billing_code: "99213",
      identifiers: { npi: "2", other: null },
      results: [{ ...result, payment_rate: null, error_message: "Why." }],
      standings: [null],
    },
  ];

  test("is told with the API's own figures", () => {
    const [own, other] = pricesOf(members, ({ npi }) => npi === "1");
    expect(own).toMatchObject({ isOwn: true, price: { text: "$27.54" }, provider: "A Hospital", name: "" });
    expect(other).toMatchObject({ isOwn: false, price: null, whyNot: "Why." });
    expect(own && standingText(own).replaceAll("\u2060", "")).toBe(
      "$27.54 is rank 2 of 3, the lowest being 1: 50.0% of the others are lower. \u2212$7.75 from the median.",
    );
    expect(
      own && standingText({ ...own, standing: { ...standing, percentile: null, difference_from_median: "0.00" } }),
    ).toBe("$27.54 is rank 2 of 3, the lowest being 1. It is the median.");
  });

  test("of a percentage of charges is the range of all, since the API ranks amounts alone", () => {
    const share = { ...result, payment_rate: null, payment_rate_type: "percent_of_charges" };
    const [low, high] = ["0.29211868", "0.6671"].map(
      (each) =>
        pricesOf(
          [
            {
              billing_code: "99284",
              identifiers: { npi: "1", other: null },
              results: [{ ...share, effective_percent_of_charges: each }],
              standings: [null],
            },
          ],
          () => true,
        )[0],
    );
    if (low?.price == null || high?.price == null) throw new Error("a percentage is a price");
    expect(low).toMatchObject({ price: { text: "29.21 %", digits: "29.211868", unit: "percent" }, whyNot: null });
    expect(rangeText({ name: "", price: low.price }, { price: low.price }, { price: high.price }, 34)).toBe(
      "29.21 % of billed charges; the 34 rates go from 29.21 % to 66.71 %.",
    );
  });
});

function figures(...amounts: readonly [string, string, string, string, string]): StripFigures {
  const named = (name: string, amount: string) => ({ name, amount, text: `$${amount}` });
  const [a, b, c, d, e] = amounts;
  return [
    named("lowest", a),
    named("lower quartile", b),
    named("median", c),
    named("upper quartile", d),
    named("highest", e),
  ];
}

const SPREAD = figures("100.00", "150.00", "200.00", "250.00", "300.00");
const price = (amount: string, label: string | null = null) => ({ amount, label });

describe("a strip of dots", () => {
  test("is drawn to scale, with the quartiles and the median at their amounts", () => {
    const { dots, middle: quartiles } = stripOf(
      ["100.00", "200.00", "300.00"].map((each) => price(each)),
      SPREAD,
      800,
    );
    const [low = 0, middle = 0, high = 0] = dots.map(({ x }) => x);
    expect(middle - low).toBeCloseTo(high - middle);
    expect(quartiles?.median).toBeCloseTo(middle);
    expect((quartiles?.right ?? 0) - (quartiles?.left ?? 0)).toBeCloseTo((high - low) / 2);
  });

  test.each([320, 390, 1100])("has no label on another and none outside, %d px wide", (width) => {
    const own = ["182.00", "190.00", "201.00", "299.00"].map((amount) => price(amount, `Downtown $${amount}`));
    const strip = stripOf([...own, price("100.00")], figures("100.00", "182.00", "190.00", "199.00", "300.00"), width);
    const ownBoxes = strip.own.map(({ textX, y, text }) => boxOf(textX, textWidth(text), y - LINE_PIXELS, y));
    const figureBoxes = strip.figures.map(({ textX, y, names, text }) =>
      boxOf(textX, Math.max(textWidth(names, "axis"), textWidth(text)), y - 12, y + LINE_PIXELS),
    );
    const boxes = [...ownBoxes, ...figureBoxes];
    expect(ownBoxes.length).toBeGreaterThan(2);
    expect(figureBoxes).toHaveLength(5);
    boxes.forEach((one, index) => {
      expect(one.left).toBeGreaterThanOrEqual(0);
      expect(one.right).toBeLessThanOrEqual(width);
      expect(one.bottom).toBeLessThanOrEqual(strip.height);
      expect(boxes.slice(index + 1).filter((other) => overlaps(one, other))).toEqual([]);
    });
  });
});

function boxOf(middle: number, width: number, top: number, bottom: number) {
  return { left: middle - width / 2, right: middle + width / 2, top, bottom };
}
