import { appendFileSync } from "node:fs";

/*
 * Runs inside the mutated copy: says which mutant is on and, where the variable names a file, notes which were reached.
 * Variables pass to threads and child processes by themselves.
 */

export const MUTANT_VARIABLE = "RATEBOOK_MUTANT";
export const REACHED_VARIABLE = "RATEBOOK_MUTANTS_REACHED";

const mutant = Number(process.env[MUTANT_VARIABLE] ?? -1);
const file = process.env[REACHED_VARIABLE] ?? "";
const reached = new Set<number>();

export function isOn(number: number): boolean {
  // Written at once: a process that is killed has noted what it reached.
  if (file !== "" && !reached.has(number)) {
    reached.add(number);
    appendFileSync(file, `${number}\n`);
  }
  return number === mutant;
}
