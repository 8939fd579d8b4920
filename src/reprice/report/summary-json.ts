import type { Day } from "../../core/calendar/day.ts";
import { Money } from "../../core/money/money.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import { releaseJson } from "../../pricing/state/release-json.ts";
import { notedText } from "../pricing/noted.ts";
import type { LinesAndAmount } from "../pricing/payment-comparison.ts";
import type { ListedLine } from "../pricing/reason.ts";
import { paidCandidates } from "../reading/columns-text.ts";
import { type ComparedColumn, comparedColumn, guessedRoles, saysNotOwed } from "../reading/input-columns.ts";
import type { GroupRow } from "./grouping.ts";
import { paidWithTakebacks, underpaidWithTakebacks } from "./lines-with-takebacks.ts";
import { type ListedReport, MISSING_MAX } from "./listed-lines.ts";
import { negativePayments } from "./negative-payments.ts";
import { linesOfOtherStates } from "./other-states-words.ts";
import { notComparedByCode, notOwedByCode, notPricedByCode } from "./remedies.ts";
import { remittanceJson } from "./remittance.ts";
import { expectedOfCompared, notComparedLines, notPricedLines, type RunFacts } from "./report.ts";
import type { ExampleLine, GroupOfLines, ListedLineJson, RepricingSummary } from "./summary.ts";

/** Groups that a summary lists, the worst first; a workbook has all that were kept. */
const GROUPS_LISTED_MAX = 1_000;

export function summaryJson(facts: RunFacts): RepricingSummary {
  const { output, called, release, tally, tolerance, report, statesOfNpis } = facts;
  const { isCompared } = output.form;
  const compared = isCompared ? comparedColumn(output.columns) : null;
  const lineJson = (line: ListedLine) => exampleJson(line, report.listed);
  return {
    file: called.out,
    release: releaseJson(release),
    lookups: tally.lookups,
    results: tally.results,
    priced: tally.priced,
    with_several_amounts: tally.withSeveralAmounts,
    total: tally.total,
    modifier_not_priced: tally.modifierNotPriced,
    modifier_not_known: tally.modifierNotKnown,
    charge_limit: { column: output.columns.billed?.name ?? null, ...tally.billedBelowRate },
    not_priced: notPricedLines(tally),
    not_priced_by_reason: notPricedByCode(tally.notPriced, lineJson),
    faulty: tally.faulty,
    ...otherStatesJson(facts),
    doubtful: tally.doubtful,
    faults_file: output.faultsFile === null ? null : called.faults,
    guessed_columns: [...guessedRoles(output.names, output.columns)].map(([heading, meaning]) => ({
      heading,
      meaning,
    })),
    noted: Object.fromEntries(tally.noted.map(([what, times]) => [snakeCase(what), times])),
    noted_in_words: tally.noted.map(([what, times]) => notedText(what, times)),
    empty_tables: tally.data.empty,
    tables_without_edition: tally.data.withoutEdition.map(({ table, days }) => ({
      table,
      first_day: days[0] as Day,
      last_day: days.at(-1) as Day,
      days,
    })),
    stale_tables: tally.data.stale,
    assumed: tally.data.assumed,
    ...npisJson(report.listed, statesOfNpis),
    ...(saysNotOwed(output.columns) ? { not_owed: notOwedByCode(tally.notOwed) } : {}),
    ...(output.remittance === null ? {} : { remittance: remittanceJson(output.remittance, tally) }),
    ...(compared === null
      ? { compared: 0, may_be_paid: paidCandidates(output.names, output.columns) }
      : comparedJson({ tally, tolerance, report }, compared)),
    ...takebacksJson(facts),
    ...negativePaymentsJson(facts),
    totals: report.totals.map(({ by, rows }) => ({
      by,
      groups_total: rows.length,
      groups: rows.slice(0, GROUPS_LISTED_MAX).map((row) => ({
        ...groupJson(row, isCompared),
        ...(saysNotOwed(output.columns) ? { not_owed: row.notOwedLines } : {}),
      })),
    })),
  };
}

function listedLineJson(
  { line, code, provider, providerName, billed, units, lookup }: ListedLine,
  { lines }: ListedReport,
): ListedLineJson {
  const { claim = null, payerClaim = null, isBilledBelowRate = false, groups = [] } = lines.get(line) ?? {};
  return {
    ...{ input_line: line, claim, payer_claim: payerClaim, billing_code: code, provider },
    ...{ provider_name: providerName, billed, is_billed_below_rate: isBilledBelowRate, units, groups, lookup },
  };
}

function exampleJson(line: ListedLine, listed: ListedReport): ExampleLine {
  return { ...listedLineJson(line, listed), detail: line.detail };
}

function npisJson({ npis }: ListedReport, states: RunFacts["statesOfNpis"]): Pick<RepricingSummary, "npis"> {
  if (npis === null) return {};
  const { total, unknown } = npis;
  const codesOf = (npi: string) => states?.get(npi)?.map(({ code }) => code) ?? [];
  const elsewhere = [
    ...Map.groupBy(
      unknown.flatMap(({ npi }) => codesOf(npi)),
      (code) => code,
    ),
  ]
    .map(([state, found]) => ({ state, found: found.length }))
    .sort((a, b) => b.found - a.found);
  const missing = unknown.slice(0, MISSING_MAX).map(({ npi, lines }) => ({ npi, lines, states: codesOf(npi) }));
  return { npis: { total, found: total - unknown.length, elsewhere, missing } };
}

function negativePaymentsJson(facts: RunFacts): Pick<RepricingSummary, "negative_payments"> {
  const found = negativePayments(facts);
  if (found === null) return {};
  const { column, lines, total, areCredits } = found;
  return { negative_payments: { column, lines, total, are_credits: areCredits } };
}

function otherStatesJson(facts: RunFacts): Pick<RepricingSummary, "other_states"> {
  const found = linesOfOtherStates(facts);
  if (found === null) return {};
  return { other_states: found.map(({ state, lines, inWords }) => ({ state, lines, in_words: inWords })) };
}

function takebacksJson(facts: RunFacts): Pick<RepricingSummary, "underpaid_with_takebacks" | "paid_with_takebacks"> {
  const [underpaid, paid] = [underpaidWithTakebacks(facts), paidWithTakebacks(facts)];
  if (underpaid === null || paid === null) return {};
  return {
    underpaid_with_takebacks: {
      lines: underpaid.lines,
      dollars: underpaid.amount,
      is_complete: underpaid.isComplete,
      in_words: underpaid.inWords,
    },
    paid_with_takebacks: {
      lines: paid.lines,
      dollars: paid.amount,
      overpaid_lines: paid.overpaidLines,
      is_complete: paid.isComplete,
      in_words: paid.inWords,
    },
  };
}

function comparedJson(
  { tally, tolerance, report: { listed } }: Pick<RunFacts, "tally" | "tolerance" | "report">,
  { name, role }: ComparedColumn,
) {
  const { underpaid, overpaid, asExpected } = tally.verdicts;
  const counted = ({ lines, amount }: LinesAndAmount) => ({ lines, amount });
  return {
    compared_with: { column: name, meaning: role },
    tolerance: { [tolerance.of]: tolerance.figure },
    underpaid: counted(underpaid),
    paid_nothing: counted(tally.paidNothing),
    underpaid_modifier_not_known: counted(tally.underpaidModifierNotKnown),
    overpaid: counted(overpaid),
    as_expected: counted(asExpected),
    not_compared: notComparedLines(tally),
    not_compared_by_reason: notComparedByCode(tally.notCompared, (line) => exampleJson(line, listed)),
    paid_at_alternative: { above: counted(tally.paidAtAlternative) },
    taken_back: counted(tally.takenBack),
    compared: tally.compared,
    total_expected: expectedOfCompared(tally),
    total_paid: tally.totalPaid,
    total_difference: tally.totalDifference,
    largest_differences: tally.largest.map(
      ({ expected, paid, difference, formula, assumed, remarks, hasTakeback, isPutOnPatient, ...line }) => ({
        ...listedLineJson(line, listed),
        expected_amount: expected,
        paid,
        difference,
        formula,
        assumed,
        remarks,
        has_takeback: hasTakeback,
        is_put_on_patient: isPutOnPatient,
      }),
    ),
    points: listed.points.map(({ expected, paid, lines }) => ({
      expected: new Money(expected).text,
      paid: new Money(paid).text,
      lines,
    })),
    points_left: listed.pointsLeft,
  };
}

function groupJson(row: GroupRow, isCompared: boolean): GroupOfLines {
  const { key, label, lines, notPriced, expected } = row;
  const counted = {
    key,
    ...(label === "" ? {} : { label }),
    lines,
    not_priced: notPriced,
    expected: expected.text,
    modifier_not_priced: { lines: row.modifierNotPricedLines, amount: row.modifierNotPriced.text },
  };
  if (!isCompared) return counted;
  return {
    ...counted,
    compared: row.compared,
    paid: row.paid.text,
    underpaid: { lines: row.underpaidLines, amount: row.underpaid.text },
    paid_nothing: { lines: row.paidNothingLines, amount: row.paidNothing.text },
    overpaid: { lines: row.overpaidLines, amount: row.overpaid.text },
    difference: row.difference.text,
    taken_back: { lines: row.takenBackLines, amount: row.takenBack.text },
  };
}
