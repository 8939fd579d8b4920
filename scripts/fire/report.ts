import { join } from "node:path";
import { type Findings, writeFindings } from "./findings.ts";
import type { FireOptions } from "./options.ts";
import { ROOT } from "./workspace.ts";

/** Where findings are written to; nothing of it is ever committed. */
const FOLDER = join(ROOT, ".ratebook", "findings");
const SHOWN_MAX = 5;

/** Prints the table of a run; with findings, the first of them and the file that holds them all, and exit code 1. */
export function finished(tool: string, { seed, minutes }: FireOptions, findings: Findings): void {
  console.log(`${findings.table()}\n\nseed ${seed}, ${minutes} minutes, ${findings.total} findings`);
  if (findings.total === 0) return;
  for (const { what, problem } of findings.kept.slice(0, SHOWN_MAX)) console.log(`\n${what}: ${problem.slice(0, 400)}`);
  console.log(`\nWhat makes them happen again: ${writeFindings(FOLDER, tool, seed, findings)}`);
  process.exitCode = 1;
}
