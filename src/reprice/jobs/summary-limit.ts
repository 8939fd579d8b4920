import type { RepricingSummary } from "../report/summary.ts";
import { JOB_LIMITS } from "./limits.ts";

/** Lists of a summary that a file can make long, the one that is missed least first. */
const LISTS = ["guessed_columns", "may_be_paid", "empty_tables", "stale_tables", "tables_without_edition"] as const;

/** Texts of a file, such as a heading, beyond which a summary that is still too large cuts them. */
const TEXT_CHARACTERS_MAX = 200;
const CUT = "... [cut]";

/**
 * A summary of at most so many bytes. Groups go first, since the workbook has all of them: every time half of those that each grouping lists.
 * Then the largest differences, then lists of columns and tables, and at last long headings are cut. Counts and totals always stay.
 */
export function limitedSummary(
  summary: RepricingSummary,
  bytesMax: number = JOB_LIMITS.summaryBytesMax,
): RepricingSummary {
  if (isWithin(summary, bytesMax)) return summary;
  let limited: RepricingSummary = summary;
  for (let groups = longest(summary) >> 1; ; groups >>= 1) {
    limited = withGroups(summary, groups);
    if (isWithin(limited, bytesMax)) return limited;
    if (groups === 0) break;
  }
  const differences = limited.largest_differences ?? [];
  for (let kept = differences.length >> 1; differences.length > 0; kept >>= 1) {
    const note = `Largest differences after the first ${kept}. The workbook lists them.`;
    limited = { ...withGroups(summary, 0, note), largest_differences: differences.slice(0, kept) };
    if (isWithin(limited, bytesMax)) return limited;
    if (kept === 0) break;
  }
  for (const name of LISTS) {
    const listed: unknown = Reflect.get(limited, name);
    if (!Array.isArray(listed) || listed.length === 0) continue;
    limited = {
      ...limited,
      [name]: [],
      left_out: [...(limited.left_out ?? []), `The list ${name}.`],
    } as RepricingSummary;
    if (isWithin(limited, bytesMax)) return limited;
  }
  const note = `The ends of texts with more than ${TEXT_CHARACTERS_MAX} characters.`;
  return cut({ ...limited, left_out: [...(limited.left_out ?? []), note] }) as RepricingSummary;
}

function isWithin(summary: RepricingSummary, bytesMax: number): boolean {
  return Buffer.byteLength(JSON.stringify(summary)) <= bytesMax;
}

function longest({ totals }: RepricingSummary): number {
  return Math.max(0, ...totals.map(({ groups }) => groups.length));
}

function withGroups(summary: RepricingSummary, groupsMax: number, ...further: readonly string[]): RepricingSummary {
  const notes = summary.totals.flatMap(({ by, groups, groups_total }) => {
    const listed = Math.min(groups.length, groupsMax);
    return listed === groups.length
      ? []
      : [`Totals by ${shortened(by)}: ${listed} of ${groups_total} groups are listed. The workbook has all.`];
  });
  const totals = summary.totals.map((each) => ({ ...each, groups: each.groups.slice(0, groupsMax) }));
  return { ...summary, totals, left_out: [...notes, ...further] };
}

/** The same value with every text of it cut. */
function cut(value: unknown): unknown {
  if (typeof value === "string") return shortened(value);
  if (Array.isArray(value)) return value.map(cut);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cut(each)]));
}

function shortened(text: string): string {
  return text.length <= TEXT_CHARACTERS_MAX ? text : `${text.slice(0, TEXT_CHARACTERS_MAX - CUT.length)}${CUT}`;
}
