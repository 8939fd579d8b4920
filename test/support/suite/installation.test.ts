import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { removeUnused } from "./installation.ts";
import { installedFolder } from "./installed.ts";

const NOW = new Date("2026-11-17T12:00:00Z");
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

test("the product is installed in a folder that is named after its source", () => {
  expect(basename(installedFolder())).toMatch(/^installed-[0-9a-f]{16}$/);
  expect(existsSync(join(installedFolder(), "bin", "ratebook"))).toBe(true);
});

test("what no run of tests has used for a day is removed, and nothing else", () => {
  const place = mkdtempSync(join(tmpdir(), "ratebook-installation-"));
  onTestFinished(() => rmSync(place, { recursive: true }));
  const usedBefore = (name: string, milliseconds: number) => {
    mkdirSync(join(place, name));
    writeFileSync(join(place, name, "made"), "");
    const usedAt = new Date(NOW.getTime() - milliseconds);
    utimesSync(join(place, name), usedAt, usedAt);
  };
  usedBefore("installed", DAY_MILLISECONDS + 1);
  usedBefore("installed-0123", DAY_MILLISECONDS + 1);
  usedBefore("installed-making-4711", DAY_MILLISECONDS + 1);
  usedBefore("installed-4567", DAY_MILLISECONDS);
  usedBefore("installed-89ab", 0);
  usedBefore("sample", 2 * DAY_MILLISECONDS);
  usedBefore("installedByHand", 2 * DAY_MILLISECONDS);
  removeUnused(place, NOW);
  expect(readdirSync(place)).toEqual(["installed-4567", "installed-89ab", "installedByHand", "sample"]);
});
