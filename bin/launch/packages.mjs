// @ts-check
import { existsSync, realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { nodePackage, nodeProgram } from "./choose-node.mjs";

/**
 * Whether this is a clone, which runs from its TypeScript and installs its packages itself. An installed package has no lock file.
 * @param {string} root
 */
export function isClone(root) {
  return existsSync(join(root, "package-lock.json"));
}

/**
 * Has the packages of a clone installed where they are missing or older than the lock file; false when that failed.
 * @param {string} root
 * @param {boolean} forDevelopment tests and tools as well
 */
export async function haveInstalled(root, forDevelopment) {
  if (!forDevelopment && isInstalled(root)) return true;
  const { spawnSync } = await import("node:child_process");
  const level = forDevelopment ? ["--development"] : [];
  // What is said goes to standard error: it is no part of a command's output.
  const { status } = spawnSync(process.execPath, [join(root, "scripts", "install.mjs"), ...level], {
    stdio: ["ignore", 2, 2],
  });
  return status === 0;
}

/**
 * What our installer or npm itself writes when it is done must not be older than the lock file.
 * @param {string} root
 */
function isInstalled(root) {
  const locked = changedAt(join(root, "package-lock.json"));
  return [".ratebook-installed", ".package-lock.json"].some(
    (name) => changedAt(join(root, "node_modules", name)) >= locked,
  );
}

/** @param {string} file */
function changedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY;
}

/**
 * The program of Node that npm has brought, beside our packages or among them; null where there is none.
 * @param {string} root
 * @returns {string | null}
 */
export function broughtNode(root) {
  const name = nodePackage(process.platform, process.arch, existsSync);
  if (name === null) return null;
  try {
    const manifest = createRequire(join(root, "package.json")).resolve(`${name}/package.json`);
    return realpathSync(join(dirname(manifest), nodeProgram(process.platform)));
  } catch {
    return null;
  }
}
