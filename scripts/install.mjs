// @ts-check
/*
 * Installs the packages of a clone, and Node 24 with them, where they are missing or older than package-lock.json. Users need a part of
 * them; tests and tools need the others too, which are half of all bytes. Plain JavaScript without dependencies: any Node may start it.
 * node scripts/install.mjs [--development]
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Scripts are not needed, since the one native package carries its binaries. */
const OPTIONS = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--include=optional", "--loglevel=error"];

/** Development packages that users need all the same: a clone has no built page, and `npm start` builds it and `/docs`. */
const PAGE_PACKAGES = ["preact", "swagger-ui-dist", "vite"];

const LOCK = join(ROOT, "package-lock.json");
/** Written at the end of an installation: by this script, with the hash of the lock file, or by npm itself. */
const STAMP = join(ROOT, "node_modules", ".ratebook-installed");
const STAMP_OF_NPM = join(ROOT, "node_modules", ".package-lock.json");
/** A package that only tests need: it shows which packages were installed. */
const OF_TESTS = join(ROOT, "node_modules", "vitest");

/**
 * Returns whether the packages are there; otherwise it has reported the reason.
 * @param {boolean} forDevelopment
 */
export function install(forDevelopment) {
  const hasTests = existsSync(OF_TESTS);
  if ((hasTests || !forDevelopment) && isCurrent()) return true;
  try {
    accessSync(ROOT, constants.W_OK);
  } catch {
    return refuse(`this user may not write to ${ROOT}. Run "bin/ratebook version" there once as its owner.`);
  }
  process.stderr.write("ratebook: installing packages (once; some 20 seconds)\n");
  // Packages of tests that were installed once stay.
  const packages = forDevelopment || hasTests ? [] : userPackages();
  // npm is a batch file on Windows. Its messages are no part of a command's output.
  const npm = spawnSync("npm", ["install", ...OPTIONS, ...packages], {
    cwd: ROOT,
    shell: process.platform === "win32",
    stdio: ["ignore", 2, 2],
  });
  if (npm.error) return refuse(`npm cannot be started (${npm.error.message}). Install npm and try again.`);
  if (npm.status !== 0) return refuse("the messages of npm above have the reason. Try again when that is fixed.");
  writeFileSync(STAMP, lockHash());
  return true;
}

/** npm treats packages that it receives by name as production ones, and leaves out the rest of development. */
function userPackages() {
  const { devDependencies = {} } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  return ["--omit=dev", "--save-prod", ...PAGE_PACKAGES.map((name) => `${name}@${devDependencies[name]}`)];
}

/** By date; a copy of an installed clone has other dates, and then the hash counts. */
function isCurrent() {
  if (Math.max(changedAt(STAMP), changedAt(STAMP_OF_NPM)) >= changedAt(LOCK)) return true;
  return existsSync(STAMP) && readFileSync(STAMP, "utf8") === lockHash();
}

function lockHash() {
  return createHash("sha256").update(readFileSync(LOCK)).digest("hex");
}

/** @param {string} file */
function changedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY;
}

/** @param {string} reason */
function refuse(reason) {
  process.stderr.write(`ratebook: the packages cannot be installed: ${reason}\n`);
  return false;
}

// Run by itself, and not by the launcher.
if (realpathSync(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) {
  process.exitCode = install(process.argv.includes("--development")) ? 0 : 1;
}
