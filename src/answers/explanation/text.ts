import { wrapped, wrappedCommand } from "../../core/text/terminal.ts";
import { consideredRows, type ShownSource, type ShownStep, shownSources, shownSteps } from "./record-words.ts";
import {
  advisoriesOf,
  assumedValues,
  codeText,
  dayOf,
  type ExplainedLookup,
  holdsText,
  kindText,
  LIMITS,
  lookupTitle,
  outcomeText,
  providerText,
  repeatingCommand,
  shownNoRate,
} from "./result-words.ts";
import type { Explanation, ResultExplanation } from "./schema.ts";

/** The explanation as plain text for a terminal. */
export function explanationText(explanation: Explanation, lookup: ExplainedLookup): string {
  const day = dayOf(explanation, lookup);
  const { release, engine_version, explanations: results } = explanation;
  return [
    lookupTitle(lookup),
    ...results.flatMap((explained, place) => [
      results.length === 1 ? "" : `Result ${place + 1} of ${results.length}`,
      resultText(explained, day),
    ]),
    section(
      "Data in part",
      explanation.empty_tables.map(({ message }) => wrapped("  ", message)),
    ),
    section(
      "Old rates",
      explanation.stale.map(({ message }) => wrapped("  ", message)),
    ),
    section(
      "What was assumed",
      assumedValues(explanation).map(({ parameter, values, reason }) =>
        wrapped("  ", `${parameter} = ${values} (${reason})`),
      ),
    ),
    section(
      "What is left out",
      LIMITS.map((sentence) => wrapped("  ", sentence)),
    ),
    section("Release", [
      wrapped("  ", `${release.name}, version ${release.version}, Ratebook ${engine_version}`),
      wrapped("  ", `content hash ${release.content_hash}`),
    ]),
    section("How to repeat it", [wrappedCommand("  ", repeatingCommand(explanation, lookup))]),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function resultText(explained: ResultExplanation, day: string): string {
  const { result, rows, rows_left_out, no_rate } = explained;
  const { ofFigures, withoutFigures } = shownSources(explained);
  const considered = consideredRows(rows).flatMap(({ title, publications, losing }) => [
    wrapped("  ", title),
    ...(publications.length === 0 ? [] : [wrapped("      ", `published in ${publications.join("; ")}`)]),
    ...losing.map(({ count, lines, whyNot, periods }) =>
      wrapped("      ", `${count}, ${lines}: ${whyNot}${periods.length === 0 ? "" : ` (${periods.join("; ")})`}`),
    ),
  ]);
  if (rows_left_out > 0) considered.push(`  and ${rows_left_out} more that are not listed`);
  const head = [
    wrapped("", `${[outcomeText(result), kindText(explained), holdsText(explained)].filter(Boolean).join(", ")}`),
    wrapped("", `${codeText(result)}, on ${day}`),
    wrapped("", providerText(result)),
    ...advisoriesOf(result).map((advisory) => wrapped("Note: ", advisory)),
  ];
  return [
    head.join("\n"),
    no_rate === null ? "" : noRateText(no_rate),
    section(
      no_rate === null ? "How it is calculated (results are rounded half up)" : "What was computed until then",
      shownSteps(explained).map(stepText),
    ),
    section(
      explained.inputs.length === 0 ? "What was found" : "Figures and where they come from",
      [...ofFigures, ...withoutFigures].map(sourceText),
    ),
    section("What else was considered", considered),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : [title, ...lines].join("\n");
}

function noRateText(noRate: NonNullable<ResultExplanation["no_rate"]>): string {
  const { message, code, meaning, searched, nearest, remedies } = shownNoRate(noRate);
  const lines = [
    message,
    `${meaning} (${code})`,
    searched === null ? null : `Looked for in ${searched}.`,
    nearest === null ? null : `Nearest published period: ${nearest}.`,
  ].filter((line) => line !== null);
  return [
    section(
      "Why there is no price",
      lines.map((line) => wrapped("  ", line)),
    ),
    section(
      "What would help",
      remedies.map(({ send, why }) => wrapped("  ", `${send}: ${why}`)),
    ),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function stepText({ id, text, section: rule, formula, applied, decision, paid }: ShownStep): string {
  const about = [
    rule,
    formula,
    decision === null ? null : `decided by: ${decision}`,
    paid ? "paid" : null,
    applied ? null : "not applied",
  ];
  return [wrapped(`  ${id.padEnd(4)}`, text), wrapped("      ", about.filter((part) => part !== null).join("; "))].join(
    "\n",
  );
}

function sourceText({ id, title, said, figures }: ShownSource): string {
  const lines = [wrapped(id === null ? "  " : `  ${id.padEnd(4)}`, title)];
  if (said.length > 0) lines.push(wrapped("      ", said.map((each) => each.join(" ")).join("; ")));
  for (const { id: figureId, name, value, unit, where, paid } of figures) {
    lines.push(wrapped(`      ${figureId.padEnd(4)}`, `${name} = ${value} (${unit}; ${where}${paid ? "; paid" : ""})`));
  }
  return lines.join("\n");
}
