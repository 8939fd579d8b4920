import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decimal, required, text } from "../../src/dataset/column.ts";
import { datedTable } from "../../src/dataset/table.ts";
import { code, figure } from "../../src/imports/declaring/conversions.ts";
import { heading } from "../../src/imports/declaring/fields.ts";
import { columnsOf, type Publication, publication, section } from "../../src/imports/declaring/publication.ts";
import { csv } from "./fixtures.ts";
import { counties, enrolled, feeSchedule, licensed } from "./reef.ts";
import { type Imported, importing, snapshot } from "./support.ts";

/* An edition that no longer has a part in the rows that it shares with other publications takes away too. */

const shells = datedTable({
  folder: "rf",
  name: "shells",
  columns: { code: required(text()), family: text(), weight: decimal() },
  key: ["code"],
});

const families = publication({
  ...feeSchedule,
  name: "families",
  sections: [
    section({
      fields: { code: heading("Code", code(5)), family: heading("Family") },
      feeds: [columnsOf(shells, ["family"])],
      read: () => ({ record: (record, intake) => intake.take(shells, record) }),
    }),
  ],
});

const weights = publication({
  ...feeSchedule,
  name: "weights",
  sections: [
    section({
      fields: { code: heading("Code", code(5)), weight: heading("Weight", figure) },
      feeds: [columnsOf(shells, ["weight"])],
      read: () => ({ record: (record, intake) => intake.take(shells, record) }),
    }),
  ],
});

const VALUES = new Map([
  [families, ["Family", "clam"]],
  [weights, ["Weight", "0.5"]],
] as const);

/** An edition that lists the first so many codes; which publication counts before which. */
async function shellsOf(
  of: Publication,
  count: number,
  asOf: string,
  order: readonly Publication[],
  options: { readonly into?: string; readonly acceptShrink?: boolean } = {},
): Promise<Imported> {
  const [caption = "", value = ""] = VALUES.get(of) ?? [];
  const codes = Array.from({ length: count }, (_, index) => String(index + 1).padStart(5, "0"));
  const content = csv(["Code", caption], ...codes.map((each) => [each, value]));
  const place = order.indexOf(of);
  const around = { others: order.slice(0, place), after: order.slice(place + 1) };
  return await importing(of, { name: "list.csv", content }, { asOf, ...around, ...options });
}

describe.each([
  { first: "families", order: [families, weights] },
  { first: "weights", order: [weights, families] },
])("publications that know different columns, $first declared first", ({ order }) => {
  it.each([
    { title: "rf/families", of: families, other: weights },
    { title: "rf/weights", of: weights, other: families },
  ])("$title may not leave most of the rows, though the other one keeps them", async ({ title, of, other }) => {
    const { dataset: into } = await shellsOf(other, 20, "2026-01-01", order);
    await shellsOf(of, 20, "2026-01-01", order, { into });
    const before = snapshot(into);
    await expect(shellsOf(of, 1, "2026-07-01", order, { into })).rejects.toThrow(
      `rf/shells: it takes away 19 of 20 rows in force that ${title} brought or has a part in`,
    );
    await expect(shellsOf(of, 1, "2026-01-01", order, { into })).rejects.toThrow("it takes away 19 of 20 rows");
    expect(snapshot(into)).toEqual(before);
    expect((await shellsOf(of, 16, "2026-07-01", order, { into })).report.shrunk).toEqual([]);
  });

  it("are measured by the rows that they have a part in", async () => {
    const { dataset: into } = await shellsOf(families, 20, "2026-01-01", order);
    await shellsOf(weights, 4, "2026-01-01", order, { into });
    await expect(shellsOf(weights, 2, "2026-07-01", order, { into })).rejects.toThrow("it takes away 2 of 4 rows");
    await expect(shellsOf(families, 14, "2026-07-01", order, { into })).rejects.toThrow("it takes away 6 of 20 rows");
  });
});

it("one that fills cells in a row of another is expected to go on, even where it brings rows too", async () => {
  const npis = Array.from({ length: 10 }, (_, index) => String(1000000001 + index));
  const list = (cities: number) =>
    csv(
      ["NPI", "Name", "Kind", "City"],
      ...npis.map((npi, index) => [npi, "Nemo", "fish", index < cities ? "Reef" : ""]),
    );
  const { dataset: into } = await importing(
    enrolled,
    { name: "list.csv", content: list(0) },
    { asOf: "2026-01-01", after: [licensed] },
  );
  const of = async (cities: number, asOf: string) =>
    await importing(licensed, { name: "list.csv", content: list(cities) }, { asOf, into, others: [enrolled] });
  await of(10, "2026-01-01");
  await expect(of(2, "2026-07-01")).rejects.toThrow("it takes away 8 of 10 rows in force that rf/licensed");
  expect((await of(9, "2026-07-01")).report.shrunk).toEqual([]);
});

describe("a table that was edited since its last import", () => {
  it("is measured by what the editions explain, shared rows too", async () => {
    const order = [families, weights];
    const { dataset: into } = await shellsOf(families, 20, "2026-01-01", order);
    await shellsOf(weights, 10, "2026-01-01", order, { into });
    appendFileSync(join(into, "rf/shells.csv"), "00900,mine,0.7,2026-01-01,\n");
    await expect(shellsOf(weights, 5, "2026-07-01", order, { into })).rejects.toThrow("it takes away 5 of 10 rows");
    await expect(shellsOf(families, 10, "2026-07-01", order, { into })).rejects.toThrow("it takes away 10 of 20 rows");
    const { report, rows } = await shellsOf(weights, 9, "2026-07-01", order, { into });
    expect(report.shrunk).toEqual([]);
    expect(rows("rf/shells")).toContainEqual(expect.objectContaining({ code: "00900", weight: "0.7" }));
  });

  it("counts no cell that was changed by hand, since that row is kept", async () => {
    const { dataset: into } = await shellsOf(weights, 10, "2026-01-01", [weights]);
    const path = join(into, "rf/shells.csv");
    writeFileSync(path, readFileSync(path, "utf8").replace("00010,,0.5", "00010,,0.6"));
    await expect(shellsOf(weights, 6, "2026-07-01", [weights], { into })).rejects.toThrow("it takes away 3 of 9 rows");
  });

  it("that lost its origins is measured like one that was edited", async () => {
    const { dataset: into } = await shellsOf(weights, 10, "2026-01-01", [weights]);
    rmSync(join(into, "origins"), { recursive: true });
    await expect(shellsOf(weights, 6, "2026-07-01", [weights], { into })).rejects.toThrow("it takes away 4 of 10 rows");
    expect((await shellsOf(weights, 9, "2026-07-01", [weights], { into })).report.tables).toMatchObject([{ own: 0 }]);
  });

  it("knows which rows a publication filled", async () => {
    const placed = csv(
      ["NPI", "Name", "Kind", "City"],
      ...Array.from({ length: 8 }, (_, index) => [String(1000000001 + index), "Nemo", "fish", `City ${index % 4}`]),
    );
    const { dataset } = await importing(
      enrolled,
      { name: "list.csv", content: placed },
      { asOf: "2026-01-01", others: [counties] },
    );
    const of = async (cities: number, asOf: string) =>
      await importing(
        counties,
        {
          name: "counties.csv",
          content: csv(["City", "County"], ...[0, 1, 2, 3].slice(0, cities).map((each) => [`City ${each}`, "North"])),
        },
        { asOf, into: dataset, others: [enrolled] },
      );
    await of(4, "2026-01-01");
    appendFileSync(join(dataset, "rf/providers.csv"), "1000000099,Mine,crab,City 1,South\n");
    await expect(of(1, "2026-08-01")).rejects.toThrow("it takes away 6 of 8 rows in force that federal/counties");
  });
});
