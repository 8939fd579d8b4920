import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dataFilesIn, refuseOverwriting } from "../../../src/core/files/writing.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ratebook-kept-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

const at = (...names: string[]) => join(folder, ...names);

test("an output is no input, whether it is named by itself, by a link or by a second name", () => {
  writeFileSync(at("claims.csv"), "claims");
  symlinkSync(at("claims.csv"), at("soft.csv"));
  linkSync(at("claims.csv"), at("hard.csv"));
  for (const name of ["claims.csv", "soft.csv", "hard.csv"]) {
    const asking = () =>
      refuseOverwriting([{ path: at(name), option: "--csv" }], [{ path: at("claims.csv"), what: "the claims" }]);
    expect(asking).toThrow(`${at(name)} is the claims and would be overwritten. Name another file with --csv.`);
  }
});

test("two outputs are two files, also while they are not there yet", () => {
  mkdirSync(at("results"));
  symlinkSync(at("results"), at("link"));
  const asking = (other: string) => () =>
    refuseOverwriting(
      [
        { path: at("results", "a.csv"), option: "--csv" },
        { path: other, option: "--claims-csv" },
      ],
      [],
    );
  expect(asking(at("link", "a.csv"))).toThrow("is the file of --csv already. Name another file with --claims-csv.");
  expect(asking(at("link", "b.csv"))).not.toThrow();
});

test("a file that is not there takes no input's place", () => {
  writeFileSync(at("claims.csv"), "claims");
  const inputs = [{ path: at("claims.csv"), what: "the claims" }];
  expect(() => refuseOverwriting([{ path: at("new.csv"), option: "--csv" }], inputs)).not.toThrow();
});

test("the data files of a dataset are its CSV and JSON files, however deep", () => {
  mkdirSync(at("ca"));
  for (const name of ["dataset.json", "ca/providers.csv", "rates.db"]) writeFileSync(at(name), "");
  const found = dataFilesIn(folder, "a file of the dataset").map(({ path }) => path);
  expect(found.sort()).toEqual([at("ca", "providers.csv"), at("dataset.json")]);
  expect(dataFilesIn(at("nowhere"), "")).toEqual([]);
});
