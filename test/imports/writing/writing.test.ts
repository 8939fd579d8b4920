import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { reportText } from "../../../src/imports/report/text.ts";
import { csv } from "../fixtures.ts";
import { enrolled, feeSchedule } from "../reef.ts";
import { importing } from "../support.ts";

describe("dataset version", () => {
  async function edition(asOf: string, fee: string, options: { into?: string; files?: Record<string, string> } = {}) {
    const file = { name: "fees.csv", content: csv(["Code", "Fee"], ["00001", fee]) };
    return await importing(feeSchedule, file, { asOf, ...options });
  }

  function versionOf(dataset: string): unknown {
    return (JSON.parse(readFileSync(join(dataset, "dataset.json"), "utf8")) as { version: unknown }).version;
  }

  it("an import names the newest edition and the data in the dataset's version, whatever the order", async () => {
    const first = await edition("2026-01-01", "1");
    const before = versionOf(first.dataset);
    expect(before).toMatch(/^2026-01-01-[0-9a-f]{8}$/);
    expect(reportText(first.report)).toContain(`The dataset's version is ${before}.`);
    const second = await edition("2026-07-01", "2", { into: first.dataset });
    expect(versionOf(first.dataset)).toMatch(/^2026-07-01-[0-9a-f]{8}$/);
    expect(second.report.version).toEqual({ value: versionOf(first.dataset), isKept: false });

    const other = await edition("2026-07-01", "2");
    await edition("2026-01-01", "1", { into: other.dataset });
    expect(versionOf(other.dataset)).toBe(versionOf(first.dataset));
  });

  it("the same edition again leaves the version, a corrected one of the same day makes another", async () => {
    const { dataset } = await edition("2026-01-01", "1");
    const before = versionOf(dataset);
    await edition("2026-01-01", "1", { into: dataset });
    expect(versionOf(dataset)).toBe(before);
    await edition("2026-01-01", "1.50", { into: dataset });
    expect(versionOf(dataset)).not.toBe(before);
    expect(versionOf(dataset)).toMatch(/^2026-01-01-/);
  });

  it("a version that was written by hand stays", async () => {
    const files = { "dataset.json": '{"name":"mine","version":"2026 Q1, reviewed"}' };
    const { dataset, report } = await edition("2026-01-01", "1", { files });
    expect(versionOf(dataset)).toBe("2026 Q1, reviewed");
    expect(reportText(report)).toContain("The dataset's version stays 2026 Q1, reviewed, which was written by hand.");
  });

  it("is of the newest edition of rates where a registry is newer, and of the registry where there are no rates", async () => {
    const content = csv(["NPI", "Name", "Kind", "City"], ["1000000005", "Crab House", "crab", "Reef"]);
    const registry = { name: "enrolled.csv", content };
    const both = { asOf: "2026-06-01", others: [feeSchedule] };
    const { dataset } = await edition("2023-03-15", "1");
    const before = versionOf(dataset);
    await importing(enrolled, registry, { ...both, into: dataset });
    expect(versionOf(dataset)).toMatch(/^2023-03-15-/);
    expect(versionOf(dataset)).not.toBe(before);
    const alone = await importing(enrolled, registry, both);
    expect(versionOf(alone.dataset)).toMatch(/^2026-06-01-/);
  });
});

describe("table output", () => {
  it("origins name the line on which a row starts, also after cells of several lines", async () => {
    const files = { "rf/fees.csv": 'code,modifier,fee,effective_start_date\n00001,"two\nlines",1.00,2020-01-01\n' };
    const file = { name: "fees.csv", content: csv(["Code", "Fee"], ["00002", "2"], ["00003", "3"]) };
    const { origins } = await importing(feeSchedule, file, { asOf: "2026-01-01", files });
    expect(origins("rf/fees").map(({ line, place }) => [line, place])).toEqual([
      ["4", "line 2"],
      ["5", "line 3"],
    ]);
  });
});
