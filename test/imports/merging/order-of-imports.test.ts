import fc from "fast-check";
import { expect, it } from "vitest";
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
const RUNS = { numRuns: 4 };

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
