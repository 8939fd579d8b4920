/*
 * Installs the packages that are missing or older than package-lock.json, and Node 24 with them: those that users need, or with
 * --development those of tests and tools as well, which are half of all bytes.
 * Plain JavaScript without dependencies: it runs on the Node that the machine has, 20 or newer.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isComplete } from "./lock-file.mjs";
import { npmCommand } from "./npm-command.mjs";

const OLDEST_NODE = 20;
const WAIT_MILLISECONDS = 200;
/** An installation that takes longer than this was interrupted: its lock is ignored. */
const INSTALLATION_MILLISECONDS_MAX = 10 * 60_000;

/** Scripts are not needed, since the one native package carries its binaries. */
const OPTIONS = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--include=optional", "--loglevel=error"];

/** Development packages that users need all the same: a clone has no built page, and `npm start` builds it and `/docs`. */
const PAGE_PACKAGES = ["preact", "swagger-ui-dist", "vite"];

/** Codes of errors that the owner of the clone does not get. */
const MAY_NOT_WRITE = new Set(["EACCES", "EPERM", "EROFS"]);

const DEVELOPMENT = "--development";
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const stamp = join(root, "node_modules", ".ratebook-installed");
const lock = join(root, ".ratebook", "installing");

/** Who has had the packages of tests and tools keeps them, also with a lock file that has changed since. */
const forDevelopment = process.argv.includes(DEVELOPMENT) || stamped().endsWith(DEVELOPMENT);

function fail(message) {
  process.stderr.write(`ratebook: ${message}\n`);
  process.exit(1);
}

/** Ends with a sentence for an error of the file system. A user who may not write to the clone learns who must install. */
function failToInstall(error) {
  if (error.syscall === undefined) throw error;
  const remedy = MAY_NOT_WRITE.has(error.code)
    ? `Run "${join(root, "bin", "ratebook")} version" once as the owner of ${root}, also after each upgrade.`
    : "Fix the cause and try again.";
  fail(`the packages cannot be installed: ${error.path} cannot be used (${error.code}). ${remedy}`);
}

function locked() {
  return createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
}

/** What an installation leaves in the stamp; who has the packages of development has those of users. */
function stampOf(isForDevelopment) {
  return isForDevelopment ? `${locked()} ${DEVELOPMENT}` : locked();
}

function stamped() {
  try {
    return readFileSync(stamp, "utf8");
  } catch {
    return "";
  }
}

function isInstalled() {
  const found = stamped();
  return found === stampOf(true) || (!forDevelopment && found === stampOf(false));
}

/** The launcher compares the stamp's age with the lock file's, so it is written even when nothing changed. */
function writeStamp() {
  mkdirSync(dirname(stamp), { recursive: true });
  // Renamed into place: another process that looks meanwhile never sees half a stamp and installs again.
  writeFileSync(`${stamp}-${process.pid}`, stampOf(forDevelopment));
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

/** npm treats packages that it receives by name as production ones, and leaves out the rest of development. */
function userPackages() {
  const { devDependencies = {} } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return ["--omit=dev", "--save-prod", ...PAGE_PACKAGES.map((name) => `${name}@${devDependencies[name]}`)];
}

/**
 * What npm is asked for, one after the other until it works. `npm ci` installs what the lock file says and nothing else, but only
 * from one that is complete, and either all packages or those of production: users need a few more, which `npm install` takes by
 * name, in the versions of the lock file as well.
 */
function attempts() {
  if (!forDevelopment) return [["install", ...OPTIONS, ...userPackages()]];
  const isLocked = isComplete(readFileSync(join(root, "package-lock.json"), "utf8"));
  return [...(isLocked ? ["ci"] : []), "install"].map((command) => [command, ...OPTIONS]);
}

function install() {
  process.stderr.write(`ratebook: installing packages (once; about ${forDevelopment ? 20 : 10} seconds)\n`);
  const { command, first, shell } = npmCommand(process.platform, process.env, process.execPath);
  for (const attempt of attempts()) {
    // What npm says is no part of a command's output.
    const { status, error } = spawnSync(command, [...first, ...attempt], { cwd: root, shell, stdio: ["ignore", 2, 2] });
    if (error) fail(`npm could not be started (${error.message}). Install npm and try again.`);
    if (status === 0) return;
  }
  fail("npm could not install the packages; its messages above say why. Try again when that is fixed.");
}

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  fail(`Node ${OLDEST_NODE} or newer is needed to install the packages; this is ${process.version}.`);
}

async function installOnce() {
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
}

/** A user who may not write to the clone goes on without a new stamp: the packages are installed. */
function renewStamp() {
  try {
    writeStamp();
  } catch (error) {
    if (!MAY_NOT_WRITE.has(error.code)) throw error;
  }
}

await installOnce().then(renewStamp).catch(failToInstall);
