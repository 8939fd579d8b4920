// @ts-check
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chooseNode } from "./choose-node.mjs";
import { broughtNode, haveInstalled, isClone } from "./packages.mjs";
import { runHere } from "./run-here.mjs";
import { isPrepared, userCache, variablesOf } from "./surroundings.mjs";

/*
 * Runs a file of this project with Node 24. Plain JavaScript without dependencies: it runs on the Node that the machine has.
 * Where it can, it becomes that Node, so that signals, exit codes and kills reach the program itself.
 */

/** What a program is started by in a process of its own. */
const STARTED = fileURLToPath(new URL("./started.mjs", import.meta.url));

/**
 * @typedef {object} Launched
 * @property {string} root the folder of the clone or the package
 * @property {string} file the file to run, without its extension
 * @property {readonly string[]} args
 * @property {readonly string[]} flags of Node
 * @property {boolean} isScript whether npm runs it, with a shell between
 * @property {boolean} forDevelopment whether it needs what tests and tools need
 */

/** @param {Launched} launched */
export async function launch({ root, file, args, flags, isScript, forDevelopment }) {
  const fromSource = isClone(root);
  if (fromSource && !(await haveInstalled(root, forDevelopment))) return fail();
  const compiled = fromSource
    ? join(root, "node_modules", ".cache", "compiled")
    : userCache(process.platform, process.env, homedir());
  const variables = variablesOf(process.env, compiled);
  const program = fromSource ? join(root, `${file}.ts`) : join(root, "dist", "program", `${basename(file)}.js`);
  const choice = chooseNode({
    version: process.version,
    running: realpathSync(process.execPath),
    canBecome: process.platform !== "win32" && typeof process.execve === "function",
    isPrepared: isPrepared(flags, process.execArgv, variables, process.env),
    brought: broughtNode(root),
    platform: process.platform,
    processor: process.arch,
  });
  const env = { ...process.env, ...variables };
  switch (choice.kind) {
    case "none":
      process.stderr.write(`ratebook: ${choice.reason}\n`);
      return fail();
    case "here":
      Object.assign(process.env, variables);
      await runHere(program, args);
      return;
    case "become":
      process.execve?.(choice.program, [choice.program, ...flags, STARTED, program, ...args], env);
      return;
    case "beside": {
      // What few starts need is loaded by those alone.
      const { runBeside } = await import("./run-beside.mjs");
      await runBeside(choice.program, [...flags, STARTED, program, ...args], env, isScript);
    }
  }
}

function fail() {
  process.exitCode = 1;
}
