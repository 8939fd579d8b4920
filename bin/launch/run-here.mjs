// @ts-check
import { pathToFileURL } from "node:url";
import { stopThisProcess, stopWithStarter } from "./parent.mjs";

/**
 * Runs a program in this process, which ends with what has started it.
 * @param {string} program
 * @param {readonly string[]} args
 */
export async function runHere(program, args) {
  process.argv.splice(1, process.argv.length, program, ...args);
  stopWithStarter(process.env, stopThisProcess);
  await import(pathToFileURL(program).href);
}
