import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { layOut } from "../../../scripts/package/lay-out.ts";
import { buildPage } from "../../../scripts/page/build.ts";
import { fingerprint } from "../../../src/files/fingerprint.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");

/**
 * The product as it is installed from its package, made of the source as it is now. Tests run this as a command: it is what users have,
 * and it starts in half the time that a clone takes.
 */
export const INSTALLED = join(ROOT, ".ratebook", "installed");

const SOURCES = ["src", "bin", "data", "web/dist", "package.json", "package-lock.json", "scripts/package"];
const STAMP = "made-of";

/** Makes it before the first test, where it is missing or older than its source. */
export async function setup(): Promise<void> {
  await buildPage(ROOT);
  const wanted = fingerprint(SOURCES.map((path) => join(ROOT, path)));
  const stamp = join(INSTALLED, STAMP);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  // Beside its place, and renamed: another run of tests never sees half of it.
  const making = join(ROOT, ".ratebook", `installed-${process.pid}`);
  mkdirSync(join(ROOT, ".ratebook"), { recursive: true });
  await layOut(ROOT, making);
  // npm would make commands of bin/ratebook.mjs, and bring what it needs.
  cpSync(join(ROOT, "bin", "ratebook"), join(making, "bin", "ratebook"));
  symlinkSync(join(ROOT, "node_modules"), join(making, "node_modules"));
  writeFileSync(join(making, STAMP), wanted);
  rmSync(INSTALLED, { recursive: true, force: true });
  renameSync(making, INSTALLED);
}
