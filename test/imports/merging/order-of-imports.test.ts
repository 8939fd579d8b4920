import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { list as listColumn, NPI, required, text } from "../../../src/dataset/column.ts";
import { undatedTable } from "../../../src/dataset/table.ts";
import { heading } from "../../../src/imports/declaring/fields.ts";
import { fill, publication, section } from "../../../src/imports/declaring/publication.ts";
import { nppes as georgiaRegistry } from "../../../src/states/ga/publications/index.ts";
import { criticalAccess } from "../../../src/states/ga/publications/places.ts";
import { runs } from "../../support/property-runs.ts";
import { csv } from "../fixtures.ts";
import { counties, enrolled, feeSchedule, licensed, reefPublications, registry } from "../reef.ts";
import { importing, newDataset, snapshot } from "../support.ts";

/* The tables are a function of what was imported, not of when; and nobody loses what he wrote himself. */

const DAYS = ["2024-01-01", "2024-07-01", "2025-01-01", "2025-01-02"];
const CODES = ["00001", "00002", "00003"];
const NPIS = ["1000000001", "1000000002", "1000000003"];

interface Step {
  readonly publication: (typeof reefPublications)[number];
  readonly asOf: string;
  readonly content: string;
}

const feeEdition = fc
  .record({
    asOf: fc.constantFrom(...DAYS),
    fees: fc.uniqueArray(fc.tuple(fc.constantFrom(...CODES), fc.constantFrom("1.00", "2.00", "3.00")), {
      selector: ([code]) => code,
      minLength: 1,
    }),
  })
  .map(({ asOf, fees }): Step => ({ publication: feeSchedule, asOf, content: csv(["Code", "Fee"], ...fees) }));

const providerEdition = fc
  .record({
    publication: fc.constantFrom(enrolled, licensed, registry),
    asOf: fc.constantFrom(...DAYS),
    providers: fc.uniqueArray(
      fc.tuple(
        fc.constantFrom(...NPIS),
        fc.constantFrom("Nemo", "Sebastian"),
        fc.constantFrom("", "fish", "crab"),
        fc.constantFrom("", "Deep City", "Shallows"),
      ),
      { selector: ([npi]) => npi, minLength: 1 },
    ),
  })
  .map(
    ({ publication, asOf, providers }): Step => ({
      publication,
      asOf,
      content: csv(["NPI", "Name", "Kind", "City"], ...providers),
    }),
  );

const countyEdition = fc.record({ asOf: fc.constantFrom(...DAYS), county: fc.constantFrom("North", "South") }).map(
  ({ asOf, county }): Step => ({
    publication: counties,
    asOf,
    content: csv(["City", "County"], ["DEEP CITY", county]),
  }),
);

/** At most one file per publication and day: a later one for the same day replaces the earlier one. */
const steps = fc.uniqueArray(fc.oneof(feeEdition, feeEdition, providerEdition, countyEdition), {
  selector: ({ publication, asOf }) => `${publication.name} ${asOf}`,
  minLength: 1,
  maxLength: 6,
});

const OWN = {
  "rf/fees.csv": "code,modifier,fee,effective_start_date,effective_end_date\n00001,,9.00,2024-03-01,2024-12-31\n",
  "rf/providers.csv": "npi,provider_name,kind\n1000000002,My Own Clinic,crab\n",
};

async function run(list: readonly Step[], dataset: string): Promise<Record<string, string>> {
  for (const { publication, asOf, content } of list) {
    const file = { name: "fees.csv", content };
    await importing(publication, file, { asOf, into: dataset, others: reefPublications, acceptShrink: true });
  }
  return snapshot(dataset);
}

/** Each import writes to disk and waits for it. */
const RUNS = runs(4);

it("any order of imports gives the same dataset", async () => {
  const shuffled = steps.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
  );
  await fc.assert(
    fc.asyncProperty(shuffled, fc.boolean(), async ([list, other], hasOwn) => {
      const files = hasOwn ? OWN : { "rf/README.md": "a state" };
      const first = await run(list, newDataset(files));
      expect(await run(other, newDataset(files))).toEqual(first);
    }),
    RUNS,
  );
});

it("importing everything once more changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const dataset = newDataset(OWN);
      const once = await run(list, dataset);
      expect(await run(list, dataset)).toEqual(once);
    }),
    RUNS,
  );
});

it("rows written by hand survive, and win on their days", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const files = await run(list, newDataset(OWN));
      const fees = (files["rf/fees.csv"] as string).split("\n");
      expect(fees).toContain("00001,,9.00,2024-03-01,2024-12-31");
      const others = fees.filter((line) => line.startsWith("00001,") && !line.includes(",9.00,"));
      for (const line of others) {
        const [, , , start = "", end = ""] = line.split(",");
        expect(start > "2024-12-31" || (end !== "" && end < "2024-03-01")).toBe(true);
      }
      expect(files["rf/providers.csv"]).toMatch(/^1000000002,My Own Clinic,crab(?:,,)?$/m);
    }),
    RUNS,
  );
});

describe("aliases", () => {
  const providers = undatedTable({
    folder: "rf",
    name: "providers",
    columns: { npi: required(NPI), otherNpis: listColumn(NPI), providerName: required(text()), city: text() },
    key: ["npi"],
  });

  const hospitals = publication({
    publisher: "Reef Council",
    folder: "rf",
    name: "hospitals",
    title: "Hospitals",
    sections: [
      section({
        fields: { npi: heading("NPI"), others: heading("Other NPIs"), name: heading("Name") },
        feeds: [providers],
        read: () => ({
          record: ({ npi, others, name }, intake) =>
            intake.take(providers, { npi, otherNpis: others, providerName: name }),
        }),
      }),
    ],
  });

  const registry = publication({
    publisher: "Reef Council",
    folder: "federal",
    name: "registry",
    title: "Registry",
    sections: [
      section({
        fields: { npi: heading("NPI"), name: heading("Name"), city: heading("City") },
        feeds: [fill(providers, ["npi"], { adds: true, aliases: "otherNpis" })],
        read: () => ({
          record: ({ npi, name, city }, intake) => intake.take(providers, { npi, providerName: name, city }),
        }),
      }),
    ],
  });

  it("adds no row for what a row is also known by, in whichever order the two are imported", async () => {
    const listed = {
      name: "hospitals.csv",
      content: csv(["NPI", "Other NPIs", "Name"], ["1000000001", "1000000002|1000000003", "Coral Hospital"]),
    };
    const registered = {
      name: "registry.csv",
      content: csv(
        ["NPI", "Name", "City"],
        ["1000000001", "CORAL HOSPITAL INC", "Deep City"],
        ["1000000003", "CORAL HOSPITAL PSYCHIATRIC UNIT", "Other City"],
        ["1000000004", "NEMO", "Shoal"],
      ),
    };
    const expected = [
      { npi: "1000000001", other_npis: "1000000002|1000000003", provider_name: "Coral Hospital", city: "Deep City" },
      { npi: "1000000004", other_npis: "", provider_name: "NEMO", city: "Shoal" },
    ];
    const options = { asOf: "2026-01-01", others: [hospitals, registry] };
    const one = await importing(hospitals, listed, options);
    const { rows } = await importing(registry, registered, { ...options, into: one.dataset });
    expect(rows("rf/providers")).toEqual(expected);

    const other = await importing(registry, registered, options);
    expect(other.rows("rf/providers")).toHaveLength(3);
    const { rows: afterwards } = await importing(hospitals, listed, { ...options, into: other.dataset });
    expect(afterwards("rf/providers")).toEqual(expected);
  });
});

describe("providers first", () => {
  it("a list that joins providers says to import them first where there are none", async () => {
    const header = ["State", "Hospital Type", "Facility Name", "Address", "ZIP Code", "County/Parish"];
    const content = csv(header, ["GA", "Critical Access Hospitals", "Reef Hospital", "1 Main St", "30303", "FULTON"]);
    const general = importing(
      criticalAccess,
      { name: "h.csv", content },
      {
        asOf: "2026-01-01",
        others: [georgiaRegistry],
      },
    );
    await expect(general).rejects.toThrow(
      "nothing usable is in it: the only row of the file was left out: 1 (no hospital of ga/providers has its name or address; line 2: Reef Hospital). Import providers first: ga/providers has no rows to join (federal/nppes brings them), then this list again.",
    );
  });
});
