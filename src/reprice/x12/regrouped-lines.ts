import type { Factor } from "../../core/money/factor.ts";
import { isPackaged } from "./adjudication.ts";
import { amountOf, amountText, plus } from "./amounts.ts";
import type { RemittedLine } from "./remittance.ts";

/**
 * The lines of a claim that the payer took apart or put together, each with the charge of what was billed. The payer prices them by its own
 * codes (SVC01), and their charges are not theirs alone: all of it may stand on the first of several lines.
 */
export function regroupedLines(lines: readonly RemittedLine[]): ReadonlyMap<RemittedLine, string> {
  const charges = new Map<RemittedLine, string>();
  for (const parts of grouped(lines, ({ control }) => control)) {
    if (parts.length === 1) continue;
    const charge = chargeOf(parts);
    for (const part of parts) charges.set(part, charge);
  }
  const ofProcedures = grouped(lines, ({ adjudicated, day }) =>
    adjudicated.code === "" ? "" : JSON.stringify([adjudicated.code, day]),
  );
  for (const alike of ofProcedures) {
    if (!alike.some(isBundled)) continue;
    const charge = chargeOf(alike);
    for (const line of alike) if (!isBundled(line) && !charges.has(line)) charges.set(line, charge);
  }
  return charges;
}

/** Whether a line was billed under another code, and is paid within the line of the code that the payer names. */
function isBundled(line: RemittedLine): boolean {
  return line.code !== line.adjudicated.code && isPackaged(line);
}

/** Lines with the same key; an empty key stands for none. */
function grouped(
  lines: readonly RemittedLine[],
  keyOf: (line: RemittedLine) => string,
): Iterable<readonly RemittedLine[]> {
  const groups = new Map<string, RemittedLine[]>();
  for (const line of lines) {
    const key = keyOf(line);
    const others = groups.get(key);
    if (others !== undefined) others.push(line);
    else if (key !== "") groups.set(key, [line]);
  }
  return groups.values();
}

/** The charges together; that of the first line where one is no amount, which its line then reports. */
function chargeOf(lines: readonly RemittedLine[]): string {
  const amounts = lines.map(({ charge }) => amountOf(charge));
  const known = amounts.filter((each): each is Factor => each !== null);
  const damaged = lines.find((_, place) => amounts[place] === null);
  return damaged?.charge ?? amountText(known.reduce(plus));
}
