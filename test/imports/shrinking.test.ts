import { describe, expect, it } from "vitest";
import { quarterOf } from "../../src/core/calendar/period.ts";
import type { Publication } from "../../src/imports/declaring/publication.ts";
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
    expect(report.shrunk).toMatchObject([{ table: "rf/fees", lost: 5, inForce: 20 }]);
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
