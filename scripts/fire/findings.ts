import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Something that must not happen, and what makes it happen again. */
interface Finding {
  readonly what: string;
  readonly problem: string;
  /** The input that was tried, as JSON. */
  readonly input: unknown;
}

interface Row {
  count: number;
  findings: number;
  note: string;
}

/** A thousand inputs that fail in one way are one fault: the first ones are enough to see it. */
const FINDINGS_KEPT_PER_ROW_MAX = 20;

/** What a run has tried and found, row by row of its table. */
export class Findings {
  readonly #rows = new Map<string, Row>();
  readonly kept: Finding[] = [];

  /** Counts what was tried. */
  tried(what: string, count = 1): void {
    this.#row(what).count += count;
  }

  /** Notes something that must not happen. */
  found(what: string, problem: string, input: unknown): void {
    const row = this.#row(what);
    row.findings += 1;
    if (row.findings <= FINDINGS_KEPT_PER_ROW_MAX) this.kept.push({ what, problem, input });
  }

  /** Counts one try and notes the problem that it has, if any. */
  check(what: string, problem: string | null, input: unknown): void {
    this.tried(what);
    if (problem !== null) this.found(what, problem, input);
  }

  /** A figure that belongs to a row, such as the slowest answer. */
  note(what: string, note: string): void {
    this.#row(what).note = note;
  }

  get total(): number {
    return [...this.#rows.values()].reduce((sum, { findings }) => sum + findings, 0);
  }

  countOf(what: string): number {
    return this.#rows.get(what)?.count ?? 0;
  }

  /** The one table of a run; docs/contributing/reliability.md explains its rows. */
  table(): string {
    const rows = [...this.#rows].map(
      ([what, { count, findings, note }]) => `| ${what} | ${count.toLocaleString("en-US")} | ${findings} | ${note} |`,
    );
    return ["| What | Count | Findings | |", "|---|---|---|---|", ...rows].join("\n");
  }

  #row(what: string): Row {
    const known = this.#rows.get(what);
    if (known !== undefined) return known;
    const row = { count: 0, findings: 0, note: "" };
    this.#rows.set(what, row);
    return row;
  }
}

/** Writes what makes the findings happen again; the file's path. */
export function writeFindings(folder: string, tool: string, seed: number, findings: Findings): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${tool}-seed-${seed}.json`);
  const again = `npm run ${tool} -- --seed ${seed}`;
  writeFileSync(file, `${JSON.stringify({ tool, seed, again, findings: findings.kept }, null, 2)}\n`);
  return file;
}
