import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { layOut } from "../../../scripts/package/lay-out.ts";
import { buildPage } from "../../../scripts/page/build.ts";
import { fingerprint } from "../../../src/core/files/reading.ts";
import { INSTALLED_VARIABLE } from "./installed.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const PLACE = join(ROOT, ".ratebook");

const SOURCES = ["src", "bin", "data", "web/dist", "package.json", "package-lock.json", "scripts/package"];

/** As much of a fingerprint as tells sources apart. */
const FINGERPRINT_DIGITS = 16;

/** Also what runs of tests made before folders had fingerprints, and what killed ones left. */
const OURS = /^installed(?:-|$)/;

/** No run of tests takes as long. */
const UNUSED_MILLISECONDS_MAX = 24 * 60 * 60 * 1000;

/**
 * Lays out the product as it is installed from its package, of the source as it is now, before the first test. Tests run this as a command:
 * it is what users have, and it starts in half the time that a clone takes. Its folder is named after its source: a run that finds another source
 * makes another folder, and leaves those that are in use alone.
 */
export async function setup(): Promise<() => void> {
  await buildPage(ROOT);
  const folder = await laidOut();
  // Each run says that it uses it.
  const now = new Date();
  utimesSync(folder, now, now);
  removeUnused(PLACE, now);
  process.env[INSTALLED_VARIABLE] = folder;
  return () => {
    delete process.env[INSTALLED_VARIABLE];
  };
}

async function laidOut(): Promise<string> {
  const digits = sourceDigits();
  const folder = join(PLACE, `installed-${digits}`);
  if (existsSync(folder)) return folder;
  // Beside its place, and renamed: another run of tests never sees half of it.
  const making = join(PLACE, `installed-making-${process.pid}`);
  mkdirSync(PLACE, { recursive: true });
  await layOut(ROOT, making);
  // npm would make commands of bin/ratebook.mjs, and bring what it needs.
  cpSync(join(ROOT, "bin", "ratebook"), join(making, "bin", "ratebook"));
  symlinkSync(join(ROOT, "node_modules"), join(making, "node_modules"));
  // The source may have changed meanwhile: then this is made of some of both, and has no name.
  if (sourceDigits() === digits) putInPlace(making, folder);
  rmSync(making, { recursive: true, force: true });
  return existsSync(folder) ? folder : await laidOut();
}

function sourceDigits(): string {
  return fingerprint(SOURCES.map((path) => join(ROOT, path))).slice(0, FINGERPRINT_DIGITS);
}

/** Of two runs that make the same at once, the second takes what the first has made. */
function putInPlace(making: string, folder: string): void {
  try {
    renameSync(making, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

/** Removes what no run of tests has used for a day. */
export function removeUnused(place: string, now: Date): void {
  for (const name of readdirSync(place).filter((each) => OURS.test(each))) {
    const folder = join(place, name);
    // Another run may be removing it as well.
    const usedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? now.getTime();
    if (now.getTime() - usedAt > UNUSED_MILLISECONDS_MAX) rmSync(folder, { recursive: true, force: true });
  }
}
