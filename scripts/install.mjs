/*
 * Installs the packages that are missing or older than package-lock.json, and Node 24 with them.
 * Plain JavaScript without dependencies: it runs on the Node that the machine has, 20 or newer.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const OLDEST_NODE = 20;
const WAIT_MILLISECONDS = 200;
/** An installation that takes longer than this was interrupted: its lock is ignored. */
const INSTALLATION_MILLISECONDS_MAX = 10 * 60_000;

/*
 * Not `npm ci`: the lock file cannot list platform packages that a registry lacks. Scripts are
 * not needed, since the one native package carries its binaries.
 */
const NPM_INSTALL = [
  "install",
  "--no-save",
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  "--include=optional",
  "--loglevel=error",
];

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const stamp = join(root, "node_modules", ".ratebook-installed");
const lock = join(root, ".ratebook", "installing");

function fail(message) {
  process.stderr.write(`ratebook: ${message}\n`);
  process.exit(1);
}

function wanted() {
  return createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
}

function isInstalled() {
  try {
    return readFileSync(stamp, "utf8") === wanted();
  } catch {
    return false;
  }
}

/** The launcher compares the stamp's age with the lock file's, so it is written even when nothing changed. */
function writeStamp() {
  mkdirSync(dirname(stamp), { recursive: true });
  // Renamed into place: another process that looks meanwhile never sees half a stamp and installs again.
  writeFileSync(`${stamp}-${process.pid}`, wanted());
  renameSync(`${stamp}-${process.pid}`, stamp);
}

/** True for the one process that installs; the others wait for it. */
function acquireLock() {
  mkdirSync(dirname(lock), { recursive: true });
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  try {
    if (Date.now() - statSync(lock).mtimeMs > INSTALLATION_MILLISECONDS_MAX) rmSync(lock, { recursive: true });
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  return false;
}

function install() {
  process.stderr.write("ratebook: installing packages (once; about 20 seconds)\n");
  const npm = process.env.npm_execpath
    ? { command: process.execPath, first: [process.env.npm_execpath] }
    : { command: "npm", first: [] };
  const { status, error } = spawnSync(npm.command, [...npm.first, ...NPM_INSTALL], {
    cwd: root,
    // What npm says is no part of a command's output.
    stdio: ["ignore", 2, 2],
  });
  if (error) fail(`npm could not be started (${error.message}). Install npm and try again.`);
  if (status !== 0)
    fail("npm could not install the packages; its messages above say why. Try again when it is mended.");
}

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  fail(`Node ${OLDEST_NODE} or newer is needed to install the packages; this is ${process.version}.`);
}

let waiting = false;
while (!isInstalled()) {
  if (!acquireLock()) {
    if (!waiting) process.stderr.write("ratebook: waiting for another process that installs the packages\n");
    waiting = true;
    await wait(WAIT_MILLISECONDS);
    continue;
  }
  const release = () => rmSync(lock, { recursive: true, force: true });
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  process.once("exit", release);
  if (isInstalled()) break;
  install();
  writeStamp();
}
writeStamp();
