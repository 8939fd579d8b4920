import type { ReleaseDescription } from "../release/release.ts";
import { releaseName } from "../release/release-name.ts";
import type { RepricingOutcome } from "../reprice/reprice.ts";

type Complete = Extract<RepricingOutcome, { kind: "complete" }>;

const COUNT = new Intl.NumberFormat("en-US");

/** What became of a file of lookups, in a few lines. */
export function repricingText(
  out: string,
  compare: string | null,
  release: ReleaseDescription,
  { tally, faultsFile }: Complete,
): string {
  const lines = [
    `${out}: ${counted(tally.results, "result")} of ${counted(tally.lookups, "lookup")}`,
    `  release     ${release.name}, ${releaseName(release)}`,
    `  priced      ${COUNT.format(tally.priced)}, total $${tally.total}`,
  ];
  if (tally.withSeveralAmounts > 0) {
    lines.push(
      `              ${COUNT.format(tally.withSeveralAmounts)} of them have several amounts and are not in the total`,
    );
  }
  lines.push(`  not priced  ${COUNT.format(tally.notPriced.reduce((sum, [, lookups]) => sum + lookups, 0))}`);
  for (const [reason, lookups] of mostFirst(tally.notPriced)) {
    lines.push(`              ${COUNT.format(lookups)}: ${reason}`);
  }
  if (faultsFile !== null) lines.push(`  faulty      ${COUNT.format(tally.faulty)}, see ${faultsFile}`);
  if (compare !== null) lines.push(...comparison(compare, tally));
  return lines.join("\n");
}

function comparison(compare: string, tally: Complete["tally"]): string[] {
  const compared = counted(tally.compared, "lookup");
  const lines = [
    `Compared with ${compare}: ${compared}, paid $${tally.totalPaid}, rate minus paid $${tally.totalDifference}`,
  ];
  if (tally.largest.length > 0) lines.push("Largest differences:");
  for (const { line, paymentRate, paid, difference } of tally.largest) {
    lines.push(`  line ${line}: rate $${paymentRate}, paid $${paid}, difference $${difference}`);
  }
  return lines;
}

/** The same as data. */
export function repricingJson(
  out: string,
  compare: string | null,
  { name, version, contentHash }: ReleaseDescription,
  { tally, faultsFile }: Complete,
) {
  return {
    file: out,
    release: { name, version, content_hash: contentHash },
    lookups: tally.lookups,
    results: tally.results,
    priced: tally.priced,
    with_several_amounts: tally.withSeveralAmounts,
    not_priced: Object.fromEntries(mostFirst(tally.notPriced)),
    faulty: tally.faulty,
    faults_file: faultsFile,
    total: tally.total,
    ...(compare === null
      ? {}
      : {
          compared: tally.compared,
          total_paid: tally.totalPaid,
          total_difference: tally.totalDifference,
          largest_differences: tally.largest.map(({ line, paymentRate, paid, difference }) => ({
            input_line: line,
            payment_rate: paymentRate,
            paid,
            difference,
          })),
        }),
  };
}

function mostFirst(reasons: Complete["tally"]["notPriced"]): Complete["tally"]["notPriced"] {
  return [...reasons].sort(([, a], [, b]) => b - a);
}

function counted(count: number, what: string): string {
  return `${COUNT.format(count)} ${count === 1 ? what : `${what}s`}`;
}
