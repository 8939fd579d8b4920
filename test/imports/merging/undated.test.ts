import { describe, expect, it } from "vitest";
import { csv } from "../fixtures.ts";
import { counties, enrolled, licensed, reefPublications, registry } from "../reef.ts";
import { importing, snapshot } from "../support.ts";

type Row = readonly string[];

const list = (...rows: readonly Row[]) => ({
  name: "list.csv",
  content: csv(["NPI", "Name", "Kind", "City"], ...rows),
});

function into(dataset: string, asOf = "2026-01-01") {
  return { asOf, into: dataset, others: reefPublications };
}

const first = { asOf: "2026-01-01", others: reefPublications };

describe("an undated table", () => {
  it("has the newest edition of a publication, which alone is kept", async () => {
    const { dataset } = await importing(enrolled, list(["1000000001", "Nemo", "fish", ""]), first);
    const newer = await importing(enrolled, list(["1000000002", "Dory", "fish", ""]), into(dataset, "2026-02-01"));
    expect(newer.rows("rf/providers")).toMatchObject([{ npi: "1000000002" }]);
    expect(newer.report.tables).toMatchObject([{ added: 1, removed: 1, unchanged: 0 }]);
    expect(Object.keys(snapshot(dataset)).filter((file) => file.startsWith("editions/rf"))).toEqual([
      "editions/rf/enrolled/2026-02-01/edition.json",
      "editions/rf/enrolled/2026-02-01/rf.providers.csv",
    ]);
    const before = snapshot(dataset);
    const older = await importing(enrolled, list(["1000000003", "Old", "crab", ""]), into(dataset, "2025-01-01"));
    expect(older.report.outdated).toEqual(["rf/providers"]);
    expect(snapshot(dataset)).toEqual(before);
  });

  it("joins the rows of one key; the publication declared first wins, the others fill its empty cells", async () => {
    const { dataset } = await importing(licensed, list(["1000000001", "NEMO INC", "crab", "Deep City"]), first);
    const { rows, origins } = await importing(enrolled, list(["1000000001", "Nemo", "fish", ""]), into(dataset));
    expect(rows("rf/providers")).toEqual([
      { npi: "1000000001", provider_name: "Nemo", kind: "fish", city: "Deep City", county: "" },
    ]);
    expect(origins("rf/providers")).toEqual([
      { line: "2", publication: "rf/enrolled", edition: "2026-01-01", place: "line 2" },
      { line: "2", publication: "rf/licensed", edition: "2026-01-01", place: "line 2" },
    ]);
  });

  it("keeps the first of several rows of one key where the feed says so, and counts the others", async () => {
    const file = list(["1000000001", "Nemo", "fish", ""], ["1000000001", "Nemo", "fish", "x"]);
    const { report, rows } = await importing(enrolled, file, first);
    expect(rows("rf/providers")).toHaveLength(1);
    expect(report.tables).toMatchObject([{ taken: 2, repeated: 1, added: 1 }]);
    await expect(importing(licensed, file, first)).rejects.toThrow("line 2 and line 3 of rf/licensed");
  });

  it("has its empty cells filled by what matches, also from what was filled before", async () => {
    const { dataset } = await importing(enrolled, list(["1000000001", "Nemo", "fish", ""]), first);
    await importing(
      counties,
      { name: "c.csv", content: csv(["City", "County"], ["DEEP CITY", "North"]) },
      into(dataset),
    );
    const filling = list(["1000000001", "Other", "crab", "Deep City"], ["1000000009", "Added", "crab", "deep city"]);
    const { rows } = await importing(registry, filling, into(dataset));
    expect(rows("rf/providers")).toEqual([
      { npi: "1000000001", provider_name: "Nemo", kind: "fish", city: "Deep City", county: "North" },
      { npi: "1000000009", provider_name: "Added", kind: "crab", city: "deep city", county: "North" },
    ]);
  });

  it("lets a row wait that is not complete, until another publication completes it", async () => {
    const { dataset, report, rows } = await importing(enrolled, list(["1000000001", "Nemo", "", ""]), first);
    expect(rows("rf/providers")).toEqual([]);
    expect(report.tables).toMatchObject([
      { taken: 1, added: 0, waiting: [{ reason: "kind: expected a value", count: 1, examples: ["npi 1000000001"] }] },
    ]);
    const completed = await importing(registry, list(["1000000001", "Other", "fish", ""]), into(dataset));
    expect(completed.rows("rf/providers")).toMatchObject([{ provider_name: "Nemo", kind: "fish" }]);
  });

  it("leaves rows written by hand as they are", async () => {
    const files = { "rf/providers.csv": "npi,provider_name,kind\n1000000001,Mine,crab\n" };
    const { rows, report } = await importing(registry, list(["1000000001", "Other", "fish", "Deep City"]), {
      ...first,
      files,
    });
    expect(rows("rf/providers")).toEqual([
      { npi: "1000000001", provider_name: "Mine", kind: "crab", city: "", county: "" },
    ]);
    expect(report.tables).toMatchObject([{ own: 1, unchanged: 1, added: 0 }]);
  });
});
