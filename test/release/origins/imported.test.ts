import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import { type RowPlace, titleOf } from "../../../src/dataset/table.ts";
import { erased, type State } from "../../../src/pricing/state/state.ts";
import type { ProviderDefinition } from "../../../src/registry/definition.ts";
import { buildRelease } from "../../../src/release/build.ts";
import { openRelease } from "../../../src/release/open.ts";
import { csv } from "../../imports/fixtures.ts";
import { enrolled, feeSchedule, fees, licensed, providers } from "../../imports/reef.ts";
import { importing, temporaryFolder } from "../../imports/support.ts";

/* From published files through imports and a build to the publication of each row. */

interface Provider extends RowPlace {
  readonly npi: string;
  readonly providerName: string;
}

const definition: ProviderDefinition<Provider> = {
  table: providers as unknown as ProviderDefinition<Provider>["table"],
  name: (row) => row.providerName,
  order: (row) => [row.providerName, row.npi],
  identity: (row) => [row.npi],
  identifiers: { npi: { of: (row) => [row.npi], fold: (value) => value } },
  classes: { outpatient: () => "all", inpatient: () => null },
  filters: {},
};

const reef = {
  code: "rf",
  name: "Reef",
  tables: [fees, providers],
  publications: async () => [],
  lookups: [],
  providers: erased(definition),
  references: [],
  uniqueness: [],
} as unknown as State;

it("rows that were imported know file, hash and place, whichever publication of the day they come from", async () => {
  const all = { asOf: "2026-01-01", others: [feeSchedule, enrolled, licensed] };
  const list = (...rows: readonly string[][]) => csv(["NPI", "Name", "Kind", "City"], ...rows);
  const first = await importing(
    feeSchedule,
    { name: "fees.csv", content: csv(["Code", "Fee"], ["00002", "2"], ["00003", "3"]) },
    { asOf: "2026-01-01", others: [enrolled, licensed] },
  );
  const into = { ...all, into: first.dataset };
  await importing(
    enrolled,
    { name: "enrolled.csv", content: list(["1000000005", "Crab House", "crab", "Reef"]) },
    { ...into, others: [feeSchedule, licensed] },
  );
  await importing(
    licensed,
    { name: "licensed.csv", content: list(["1000000013", "Fish House", "fish", "Reef"]) },
    { ...into, others: [feeSchedule, enrolled] },
  );

  const out = join(temporaryFolder(), "reef.db");
  const notices: string[] = [];
  const outcome = await buildRelease({
    dataset: first.dataset,
    out,
    states: [reef],
    notify: (text) => notices.push(text),
  });
  expect(outcome).toMatchObject({ ok: true });
  expect(notices).toEqual([]);
  const release = openRelease(out, [reef]);
  onTestFinished(() => release.close());
  const publisher = "Reef Council";
  const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
  const edition = "2026-01-01";
  const asPublished = { published: edition, synthetic: false, edition };
  expect(release.origins.publicationOf(fees, 3)).toEqual({
    name: "Reef Fees",
    publisher,
    ...asPublished,
    file: "fees.csv",
    sha256,
    place: "line 3",
  });
  expect([2, 3].map((line) => release.origins.publicationOf(providers, line))).toEqual([
    { name: "Enrolled Providers", publisher, ...asPublished, file: "enrolled.csv", sha256, place: "line 2" },
    { name: "Licensed Providers", publisher, ...asPublished, file: "licensed.csv", sha256, place: "line 2" },
  ]);
  expect(Object.keys(release.description.rowCounts)).toEqual([titleOf(fees), titleOf(providers)]);
});

it("a figure that a later edition repeats is of the edition that had it first, and says that the later one confirms it", async () => {
  const others = [enrolled, licensed];
  const schedule = (fee: string) => ({
    name: "fees.csv",
    content: csv(["Code", "Fee"], ["00002", "2"], ["00003", fee]),
  });
  const { dataset } = await importing(feeSchedule, schedule("3"), { asOf: "2023-03-15", others });
  await importing(feeSchedule, schedule("3.50"), { asOf: "2026-01-15", others, into: dataset });
  const out = join(temporaryFolder(), "reef.db");
  const content = csv(["NPI", "Name", "Kind", "City"], ["1000000005", "Crab House", "crab", "Reef"]);
  await importing(
    enrolled,
    { name: "enrolled.csv", content },
    { asOf: "2026-01-15", into: dataset, others: [feeSchedule, licensed] },
  );
  expect(await buildRelease({ dataset, out, states: [reef] })).toMatchObject({ ok: true });
  const release = openRelease(out, [reef]);
  onTestFinished(() => release.close());
  const { origins } = release;
  const confirmed = (line: number, day: string) => origins.confirmedBy(fees, line, day as Day);
  // Line 2 is 00002 from 2023 on; 00003 has a row of each edition.
  expect([2, 3, 4].map((line) => origins.publicationOf(fees, line)?.edition)).toEqual([
    "2023-03-15",
    "2023-03-15",
    "2026-01-15",
  ]);
  expect(confirmed(2, "2026-01-15")).toBe("2026-01-15");
  expect(confirmed(2, "2026-01-14")).toBeNull();
  expect(confirmed(4, "2026-06-01")).toBeNull();
  expect(origins.confirmedBy(providers, 2, "2026-06-01" as Day)).toBeNull();
});
