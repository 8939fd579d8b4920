import { expect, it } from "vitest";
import { nucc } from "../../../src/imports/federal/nucc.ts";
import { csv } from "../fixtures.ts";
import { importing } from "../support.ts";

it("takes display names as NUCC prints them", async () => {
  const content = csv(
    ["Code", "Grouping", "Classification", "Specialization", "Definition", "Notes", "Display Name", "Section"],
    ["133V00000X", "Dietary", "Dietitian, Registered", "", "", "[1/1/2004: new]", "Registered Dietitian", "Individual"],
    [
      "207RC0000X",
      "Physicians",
      "Internal Medicine",
      "Cardiovascular Disease",
      "a\nb",
      "",
      "Cardiologist",
      "Individual",
    ],
  );
  const { rows, report } = await importing(nucc, { name: "nucc_taxonomy_261.csv", content });
  expect(report.edition).toBe("2026-10-01");
  expect(rows("common/taxonomy")).toEqual([
    { code: "133V00000X", display_name: "Registered Dietitian" },
    { code: "207RC0000X", display_name: "Cardiologist" },
  ]);
});

it("reads headings in snake case", async () => {
  const content = csv(
    ["taxonomy_code", "grouping", "classification", "specialization", "display_name"],
    ["152W00000X", "Eye and Vision Services Providers", "Optometrist", "", "Optometrist"],
  );
  const { rows } = await importing(nucc, { name: "nucc_taxonomy_260.csv", content });
  expect(rows("common/taxonomy")).toEqual([{ code: "152W00000X", display_name: "Optometrist" }]);
});

it("composes the names of the older layout, which prints none, from cp1252 text too", async () => {
  const physicians = "Allopathic & Osteopathic Physicians";
  const text = csv(
    ["Code", "Type", "Classification", "Specialization", "Definition", "Notes"],
    ["101YM0800X", "Behavioral Health", "Counselor", "Mental Health", "", ""],
    ["133V00000X", "Dietary", "Dietitian, Registered", "", "", ""],
    ["207Q00000X", physicians, "Family Medicine", "", "", ""],
    ["2080P0006X", physicians, "Pediatrics", "Developmental \u0096 Behavioral Pediatrics", "", ""],
    ["", "", "", "", "", ""],
    ["Total", "", "", "", "", ""],
  );
  const { rows, report } = await importing(
    nucc,
    { name: "taxonomy.csv", content: Buffer.from(text, "latin1") },
    { asOf: "2015-01-01" },
  );
  expect(rows("common/taxonomy").map((row) => row.display_name)).toEqual([
    "Mental Health Counselor",
    "Registered Dietitian",
    "Family Medicine Physician",
    "Developmental \u2013 Behavioral Pediatrics Physician",
  ]);
  expect(report.leftOut).toMatchObject([{ reason: "no code, or no classification", count: 1 }]);
});

it("refuses a code that is none, and a file without classifications", async () => {
  const january = { asOf: "2026-01-01" };
  const bad = { name: "t.csv", content: csv(["Code", "Classification"], ["207Q", "Family Medicine"]) };
  await expect(importing(nucc, bad, january)).rejects.toThrow(
    'common/taxonomy code" is "207Q", expected a NUCC code of ten characters',
  );
  const other = { name: "t.csv", content: csv(["Code", "Description"], ["207Q00000X", "Family Medicine"]) };
  await expect(importing(nucc, other, january)).rejects.toThrow('"Classification"');
});
