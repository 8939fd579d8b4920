import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "./report.ts";
import type { Row } from "./row.ts";

const FILE = join(import.meta.dirname, "../baseline.json");

/** A figure may get this much worse before a person has to look: runs differ by about half of it. */
const WORSE_MAX = 0.15;

/** Units of figures that mean the same on every machine. Times and rates are shown, but not compared. */
const COMPARABLE_UNITS = ["x", "%", " MB"];

interface Figure {
  readonly value: number;
  readonly unit: string;
  readonly better: Row["better"];
}

/** The figures of the last accepted run of each mode, by row. */
type Baseline = Readonly<Record<string, Readonly<Record<string, Figure>>>>;

export function accept(report: Report): void {
  const figures = comparable(report).map(({ what, value, unit, better }): [string, Figure] => [
    what,
    { value: Number(value.toPrecision(4)), unit: unit.trim(), better },
  ]);
  const baseline: Baseline = { ...read(), [report.mode]: Object.fromEntries(figures) };
  writeFileSync(FILE, `${JSON.stringify(baseline, null, 2)}\n`);
}

/** What got worse by more than is allowed since the last accepted run, in words; null when none was accepted. */
export function regressions(report: Report): string[] | null {
  const accepted = read()[report.mode];
  if (accepted === undefined) return null;
  return comparable(report).flatMap(({ what, value, unit, better }) => {
    const before = accepted[what];
    if (before === undefined) return [];
    const worse = better === "more" ? before.value / value : value / before.value;
    if (worse <= 1 + WORSE_MAX) return [];
    const percent = ((worse - 1) * 100).toFixed(0);
    return [`${what}: ${value.toPrecision(4)}${unit}, was ${before.value}${unit} (${percent} % worse)`];
  });
}

function comparable({ rows }: Report): Row[] {
  return rows.filter(({ unit, isUnsteady }) => COMPARABLE_UNITS.includes(unit) && !isUnsteady);
}

function read(): Baseline {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, "utf8")) as Baseline) : {};
}
