import { parseFactor } from "../../money/factor.ts";
import { dollarText } from "../../money/published-rate.ts";
import { changesText } from "./changes-text.ts";
import { count } from "./counts.ts";
import { readFromText } from "./read-from-text.ts";
import type { ImportReport, TableReport } from "./report.ts";
import { shrunkText } from "./shrinking-text.ts";
import type { Counted } from "./tally.ts";

/** The report as lines for a reader. */
export function reportText(report: ImportReport): string {
  const {
    title,
    publication,
    edition,
    file,
    sha256,
    rowsRead,
    rowsLeftOut,
    leftOut,
    findings,
    sums,
    tables,
    outdated,
    notHeld,
    notTaken,
  } = report;
  const lines = [
    `${title} (${publication}), edition of ${edition}`,
    `  from ${file}, SHA-256 ${sha256}`,
    `  ${rowsText(rowsRead)} read, ${count(rowsLeftOut)} left out`,
    ...readFromText(report.readFrom),
    ...leftOut.flatMap((each) => countedText("left out", each)),
    ...(notTaken.length === 0 ? [] : [`  nothing taken of ${notTaken.join(", ")}`]),
    ...sums.map((sum) => `  sum of ${sum.title}: ${sumText(sum.total)}`),
    ...findings.flatMap((each) => countedText("found", each)),
    ...tables.flatMap((table) => [...tableText(table), ...changesText(table, report.changes)]),
    ...outdated.map((table) => `${table}\n  holds a newer edition already; this one changes nothing in it`),
    ...(notHeld.length === 0 ? [] : [`Not taken, as the dataset does not hold the state: ${notHeld.join(", ")}`]),
    ...report.shrunk.map(
      (each) => `Leaves out more than a fifth of the publication's rows in force in ${shrunkText(each, publication)}`,
    ),
    ...shrinkingAdvice(report),
    versionText(report),
    report.dryRun ? `Dry run: nothing was written to ${report.dataset}.` : `Written to ${report.dataset}.`,
  ];
  return lines.join("\n");
}

function shrinkingAdvice({ dryRun, shrunk, acceptShrink }: ImportReport): string[] {
  if (shrunk.length === 0) return [];
  if (acceptShrink) return ["  accepted, as --accept-shrink says"];
  return dryRun ? ["  without --accept-shrink this edition is refused"] : [];
}

function versionText({ version: { value, isKept }, dryRun }: ImportReport): string {
  if (isKept) return `The dataset's version stays ${value}, which was written by hand.`;
  return `The dataset's version ${dryRun ? "would be" : "is"} ${value}.`;
}

function tableText({ table, waiting, ...counts }: TableReport): string[] {
  const { taken, unchanged, unchangedOfOthers, joined, changed, closed, added, removed, own, repeated, rows } = counts;
  const parts = [`${count(added)} added`, `${count(changed)} changed`, `${count(closed)} closed`];
  if (removed > 0) parts.push(`${count(removed)} removed`);
  parts.push(`${count(unchanged)} unchanged${ofOthersText(unchangedOfOthers)}`);
  if (joined > 0) parts.push(`${count(joined)} joined with a neighbour that says the same`);
  const lines = [table, `  ${count(taken)} taken: ${parts.join(", ")}; the table has ${rowsText(rows)} now`];
  if (own > 0) lines.push(`  ${rowsText(own)} written by hand, kept as they are`);
  if (repeated > 0) lines.push(`  ${rowsText(repeated)} listed again with other values; the first of each counts`);
  for (const each of waiting) lines.push(...countedText("not yet in the table", each));
  return lines;
}

function countedText(what: string, { reason, count: number, examples }: Counted): string[] {
  const shown = examples.length === 0 ? "" : ` (${examples.join("; ")}${number > examples.length ? "; ..." : ""})`;
  return [`  ${what}: ${count(number)}, ${reason}${shown}`];
}

function rowsText(number: number): string {
  return `${count(number)} ${number === 1 ? "row" : "rows"}`;
}

/** Rows that the edition did not bring are counted with the table, and are none of those taken. */
function ofOthersText(rows: number): string {
  return rows === 0 ? "" : ` (${count(rows)} of them not of this publication)`;
}

/** With cents, or every digit where there are more. */
function sumText(total: string): string {
  const sum = parseFactor(total);
  return sum === null ? total : dollarText(sum);
}
