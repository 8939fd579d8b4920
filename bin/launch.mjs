// @ts-check
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import module from "node:module";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { isatty } from "node:tty";
import { fileURLToPath, pathToFileURL } from "node:url";

/*
 * Runs a file of this project with Node 24: in this process if that is new enough, otherwise with the Node that npm has brought
 * (`optionalDependencies` of package.json). Plain JavaScript without dependencies, since any Node may start it.
 */

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const OLDEST_NODE = 24;

/** A small young generation: half the memory of a busy server, at the same speed. Node reads it only when it starts. */
export const SERVER_FLAGS = ["--max-semi-space-size=8"];

/**
 * @typedef {object} Launched
 * @property {string} file the TypeScript file, from the root of the clone; in a package, the JavaScript that was made of it
 * @property {readonly string[]} args
 * @property {readonly string[]} flags of Node
 * @property {boolean} [forDevelopment] whether it needs the packages of tests and tools
 */

/** @param {Launched} launched */
export async function launch({ file, args, flags, forDevelopment = false }) {
  // A package has no lock file, and nothing to install.
  const isClone = existsSync(join(ROOT, "package-lock.json"));
  if (isClone && !(await import("../scripts/install.mjs")).install(forDevelopment)) {
    process.exitCode = 1;
    return;
  }
  const program = isClone ? join(ROOT, file) : join(ROOT, "dist", "program", `${basename(file, ".ts")}.js`);
  // Type stripping and compiling are paid once, not at every start. The folder of a package may belong to another user.
  const caches = isClone ? join(ROOT, "node_modules", ".cache") : join(homedir(), ".cache", "ratebook");
  process.env.NODE_COMPILE_CACHE ||= join(caches, "compiled");
  // One arena for all threads: glibc otherwise keeps a heap for each, some 60 MB of freed memory in a busy server.
  process.env.MALLOC_ARENA_MAX ||= "1";

  if (Number.parseInt(process.version.slice(1), 10) < OLDEST_NODE) runBeside([...flags, program, ...args]);
  else if (process.execve && process.platform !== "win32" && flags.some((flag) => !process.execArgv.includes(flag))) {
    process.execve(process.execPath, [process.execPath, ...flags, program, ...args]);
  } else {
    module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
    process.argv.splice(1, process.argv.length, program, ...args);
    await import(pathToFileURL(program).href);
  }
}

/**
 * Runs the Node that npm has brought as a child, which has our streams, gets our signals and gives us its exit code.
 * @param {readonly string[]} args
 */
function runBeside(args) {
  const node = broughtNode();
  if (node === null) return refuse();
  const child = spawn(node, args, { stdio: "inherit" });
  // Alpine cannot start it: it is made for glibc.
  child.once("error", refuse);
  child.once("exit", (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    // Ends as the child did, so that the caller sees the same.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  // A terminal sends these to all its processes: a server would end at once by the second one.
  const hasTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
  for (const signal of /** @type {const} */ (["SIGINT", "SIGHUP"])) {
    process.on(signal, () => hasTerminal || child.kill(signal));
  }
}

/** The program of Node that npm has brought, beside our packages or among them; null where it has none. */
function broughtNode() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  try {
    const resolve = module.createRequire(import.meta.url).resolve;
    const manifest = resolve(`node-${platform}-${process.arch}/package.json`);
    return join(dirname(manifest), "bin", process.platform === "win32" ? "node.exe" : "node");
  } catch {
    return null;
  }
}

function refuse() {
  const found = `npm has brought none that this machine can start, and its own is ${process.version}`;
  process.stderr.write(`ratebook: Node ${OLDEST_NODE} is needed; ${found}. Install it from https://nodejs.org.\n`);
  process.exitCode = 1;
}
