import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { quarterOf } from "../../src/core/calendar/period.ts";
import { decimal, required, text } from "../../src/dataset/column.ts";
import { datedTable } from "../../src/dataset/table.ts";
import { code, figure } from "../../src/imports/declaring/conversions.ts";
import { heading } from "../../src/imports/declaring/fields.ts";
import { columnsOf, type Publication, publication, section } from "../../src/imports/declaring/publication.ts";
import { reportText } from "../../src/imports/report/text.ts";
import { csv } from "./fixtures.ts";
import { counties, enrolled, feeSchedule, licensed, registry } from "./reef.ts";
import { type Imported, importing, snapshot } from "./support.ts";

/* An edition that takes away more than a fifth of what its publication has in force asks first. */

type Options = NonNullable<Parameters<typeof importing>[2]>;

/** A fee schedule with the codes of a range, at a fee of its own. */
async function feesOf(
  [first, last]: readonly [number, number],
  asOf: string,
  options: Options & { readonly fee?: string; readonly of?: Publication } = {},
): Promise<Imported> {
  const { fee = "1.00", of = feeSchedule, ...rest } = options;
  const codes = Array.from({ length: last - first + 1 }, (_, index) => String(first + index).padStart(5, "0"));
  const content = csv(["Code", "Fee"], ...codes.map((code) => [code, fee]));
  return await importing(of, { name: "fees.csv", content }, { asOf, ...rest });
}

describe("an edition of a dated table", () => {
  it("may end a fifth of the rows in force", async () => {
    const { dataset } = await feesOf([1, 20], "2026-01-01");
    const { report } = await feesOf([5, 20], "2026-07-01", { into: dataset });
    expect(report.tables).toMatchObject([{ closed: 4, unchanged: 16 }]);
    expect(report.shrunk).toEqual([]);
  });

  it("may not end one row more without being told to; the dataset stays as it is", async () => {
    const { dataset } = await feesOf([1, 20], "2026-01-01");
    const before = snapshot(dataset);
    await expect(feesOf([6, 20], "2026-07-01", { into: dataset })).rejects.toThrow(
      /^fees\.csv: the edition leaves out more than a fifth of the publication's rows in force in a table\. rf\/fees: it takes away 5 of 20 rows in force that rf\/fees brought or has a part in, with nothing in their place \(00001; .*If it is meant, import it with --accept-shrink\. Nothing was changed in /,
    );
    expect(snapshot(dataset)).toEqual(before);
    const { report, rows } = await feesOf([6, 20], "2026-07-01", { into: dataset, acceptShrink: true });
    expect(report.shrunk).toMatchObject([{ table: "rf/fees", lost: 5, effective: 20 }]);
    expect(reportText(report)).toContain("accepted, as --accept-shrink says");
    expect(rows("rf/fees").filter(({ effective_end_date }) => effective_end_date === "2026-06-30")).toHaveLength(5);
  });

  it("is told so by a dry run, which is not refused", async () => {
    const { dataset } = await feesOf([1, 20], "2026-01-01");
    const { report } = await feesOf([6, 20], "2026-07-01", { into: dataset, dryRun: true });
    const text = reportText(report);
    expect(text).toContain(
      "Leaves out more than a fifth of the publication's rows in force in rf/fees: it takes away 5 of 20 rows",
    );
    expect(text).toContain("without --accept-shrink this edition is refused");
  });

  it("may change every fee, and end a single row of a small table", async () => {
    const { dataset } = await feesOf([1, 3], "2026-01-01");
    const { report } = await feesOf([1, 3], "2026-07-01", { into: dataset, fee: "2.00" });
    expect(report.tables).toMatchObject([{ changed: 3 }]);
    await feesOf([1, 2], "2026-08-01", { into: dataset });
    await expect(feesOf([3, 3], "2026-09-01", { into: dataset })).rejects.toThrow("it takes away 2 of 2 rows");
  });

  it("is asked when it is imported again with less, and when it comes late and tears a gap", async () => {
    const { dataset } = await feesOf([1, 10], "2026-01-01");
    await expect(feesOf([1, 5], "2026-01-01", { into: dataset })).rejects.toThrow("it takes away 5 of 10 rows");
    await feesOf([1, 10], "2026-09-01", { into: dataset });
    await expect(feesOf([1, 5], "2026-05-01", { into: dataset })).rejects.toThrow("it takes away 5 of 10 rows");
  });

  it("is not asked when it is older than everything there", async () => {
    const { dataset } = await feesOf([1, 10], "2026-01-01");
    const { report } = await feesOf([1, 2], "2025-01-01", { into: dataset });
    expect(report.shrunk).toEqual([]);
  });

  it("that speaks for a quarter is expected to list what the quarter before did", async () => {
    const of = { ...feeSchedule, period: quarterOf };
    const { dataset } = await feesOf([1, 10], "2026-01-01", { of });
    await expect(feesOf([1, 7], "2026-04-01", { of, into: dataset })).rejects.toThrow("it takes away 3 of 10 rows");
    // What ended long before was not ended by it.
    expect((await feesOf([1, 2], "2026-10-01", { of, into: dataset })).report.shrunk).toEqual([]);
  });

  it("never counts rows that were written by hand", async () => {
    const own = Array.from({ length: 10 }, (_, index) => `0010${index},,9.00,2026-01-01,`).join("\n");
    const files = { "rf/fees.csv": `code,modifier,fee,effective_start_date,effective_end_date\n${own}\n` };
    const { dataset } = await feesOf([1, 4], "2026-01-01", { files });
    await expect(feesOf([1, 2], "2026-07-01", { into: dataset })).rejects.toThrow("it takes away 2 of 4 rows");
  });
});

describe("an edition of an undated table", () => {
  const list = (first: number, last: number) =>
    csv(
      ["NPI", "Name", "Kind"],
      ...Array.from({ length: last - first + 1 }, (_, index) => [String(1000000000 + first + index), "Nemo", "fish"]),
    );
  const providers = async (of: Publication, content: string, asOf: string, into?: string) =>
    await importing(
      of,
      { name: "list.csv", content },
      { asOf, others: [enrolled, licensed].filter((each) => each !== of), ...(into === undefined ? {} : { into }) },
    );

  it("is measured by what its own publication brought, not by the rows of others", async () => {
    const { dataset } = await providers(enrolled, list(1, 100), "2026-01-01");
    await providers(licensed, list(101, 110), "2026-01-01", dataset);
    await expect(providers(licensed, list(101, 107), "2026-07-01", dataset)).rejects.toThrow(
      "rf/providers: it takes away 3 of 10 rows in force that rf/licensed brought or has a part in",
    );
    const { report } = await providers(licensed, list(101, 108), "2026-07-01", dataset);
    expect(report.tables).toMatchObject([{ removed: 2, rows: 108 }]);
  });

  it("that fills rows of others is expected to go on filling them", async () => {
    const cities = ["Deep City", "Shallows", "Trench", "Lagoon"];
    const placed = csv(
      ["NPI", "Name", "Kind", "City"],
      ...Array.from({ length: 8 }, (_, index) => [String(1000000001 + index), "Nemo", "fish", cities[index % 4] ?? ""]),
    );
    const countiesOf = (...filled: readonly string[]) => ({
      name: "counties.csv",
      content: csv(["City", "County"], ...filled.map((city) => [city, "North"])),
    });
    const { dataset } = await importing(
      enrolled,
      { name: "list.csv", content: placed },
      { asOf: "2026-01-01", others: [counties] },
    );
    const into = { into: dataset, others: [enrolled, registry] };
    await importing(counties, countiesOf(...cities), { asOf: "2026-01-01", ...into });
    await expect(importing(counties, countiesOf(...cities.slice(1)), { asOf: "2026-07-01", ...into })).rejects.toThrow(
      "rf/providers: it takes away 2 of 8 rows in force that federal/counties brought or has a part in",
    );
    const { report } = await importing(counties, countiesOf(...cities), { asOf: "2026-07-01", ...into });
    expect(report.shrunk).toEqual([]);
  });
});

describe("shrinking parts", () => {
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
      await expect(shellsOf(families, 10, "2026-07-01", order, { into })).rejects.toThrow(
        "it takes away 10 of 20 rows",
      );
      const { report, rows } = await shellsOf(weights, 9, "2026-07-01", order, { into });
      expect(report.shrunk).toEqual([]);
      expect(rows("rf/shells")).toContainEqual(expect.objectContaining({ code: "00900", weight: "0.7" }));
    });

    it("counts no cell that was changed by hand, since that row is kept", async () => {
      const { dataset: into } = await shellsOf(weights, 10, "2026-01-01", [weights]);
      const path = join(into, "rf/shells.csv");
      writeFileSync(path, readFileSync(path, "utf8").replace("00010,,0.5", "00010,,0.6"));
      await expect(shellsOf(weights, 6, "2026-07-01", [weights], { into })).rejects.toThrow(
        "it takes away 3 of 9 rows",
      );
    });

    it("that lost its origins is measured like one that was edited", async () => {
      const { dataset: into } = await shellsOf(weights, 10, "2026-01-01", [weights]);
      rmSync(join(into, "origins"), { recursive: true });
      await expect(shellsOf(weights, 6, "2026-07-01", [weights], { into })).rejects.toThrow(
        "it takes away 4 of 10 rows",
      );
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
});
