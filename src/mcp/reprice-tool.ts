import { anyObject, array, type Json, object, stringArray } from "../core/schema/schema.ts";
import { cellsOf, leadingCells, RecordCursor, recordBetween, UNFINISHED } from "../core/text/csv.ts";
import { Refusal } from "../core/text/refusal.ts";
import type { RequestFault, RequestFields } from "../pricing/request/read.ts";
import type { RepricedText } from "../reprice/jobs/claims-text.ts";
import { COLUMNS_JSON_EXAMPLE } from "../reprice/reading/decided-columns.ts";
import { OPTION_DESCRIPTIONS, optionSentence } from "../reprice/repricing-options.ts";
import { isFault, lookupArgument, notOneOf, settingSchema, stateArgument, stateSchema } from "./arguments.ts";
import type { Backend, ClaimsRequest } from "./backend.ts";
import { MCP_LIMITS } from "./limits.ts";
import {
  fittingOr,
  leftOut,
  longestFitting,
  outputSchema,
  refusedAnswer,
  refusedFaults,
  type Structured,
  shownOf,
  type ToolMaker,
} from "./tool.ts";

const { claimsCharactersMax } = MCP_LIMITS;

/** Options of the claims, as in a server's form. */
const ABOUT_CLAIMS: Readonly<Record<string, Json>> = {
  columns: {
    type: "object",
    description: optionSentence(OPTION_DESCRIPTIONS.columns, `, such as ${COLUMNS_JSON_EXAMPLE}`),
  },
  compare: { type: "string", description: optionSentence(OPTION_DESCRIPTIONS.compare) },
  tolerance: { type: "string", description: optionSentence(OPTION_DESCRIPTIONS.tolerance) },
  medicare: { type: "boolean", description: optionSentence(OPTION_DESCRIPTIONS.medicare) },
  no_charge_limit: { type: "boolean", description: optionSentence(OPTION_DESCRIPTIONS.noChargeLimit) },
};

const repriced = object("Repriced claims", {
  notes: stringArray("How the columns were understood. Check it."),
  summary: anyObject("Totals of all lines, the largest differences, why lines have no price, stale and empty tables."),
  results: array(
    anyObject(""),
    "One for each line, by `input_line` (the headings are line 1): outcome, expected_amount and remarks.",
  ),
  rejected: array(anyObject(""), "Lines that could not be read, with the reasons."),
});

const REMEDY = "Send fewer lines, or have the user run `ratebook reprice`, which writes all of them.";

export const repriceTool: ToolMaker = (backend) => ({
  name: "reprice",
  title: "Reprice claims",
  description: `Prices every line of a CSV of claims (headings, commas, at most ${claimsCharactersMax} characters) and compares it with the paid amount, if a column has it: expected amounts, underpaid and overpaid lines, totals. Recognises headings such as NPI, HCPCS, DOS and Paid. Stores nothing. One lookup per line.`,
  inputSchema: {
    type: "object",
    properties: {
      state: stateSchema(backend),
      setting: settingSchema(backend),
      claims: { type: "string", description: "The CSV. Leave out names and other data of patients." },
      ...ABOUT_CLAIMS,
    },
    required: ["state", "setting", "claims"],
  },
  outputSchema: outputSchema(repriced),
  async answer(sent, abandoned) {
    const request = claimsRequest(sent, backend);
    if (!("kind" in request)) return refusedFaults(request);
    const answer = await backend.answer(request, abandoned);
    if (!answer.ok) return refusedAnswer(answer.refused);
    const { notes, summary, ...csv } = JSON.parse(answer.json) as RepricedText;
    const counted = shownSummary(summary);
    const results = resultsIn(csv.results);
    const rejected = rejectedIn(csv.rejected).slice(0, MCP_LIMITS.faultsNamedMax);
    const unread = summary.faulty + summary.doubtful;
    const part = (shown: number): Structured => {
      const cut = [
        shownOf(shown, summary.lookups - summary.faulty, "lines; the summary counts all of them"),
        rejected.length < unread ? `Shown are the first ${rejected.length} of ${unread} rejected lines.` : null,
      ];
      return {
        ...{ release: answer.release, notes, summary: counted },
        ...{ results: results.slice(0, shown), rejected },
        left_out: leftOut(...cut, cut.some((each) => each !== null) ? REMEDY : null),
      };
    };
    return fittingOr(longestFitting(results.length, part), REMEDY);
  },
});

const DIFFERENCES_SHOWN = 10;

/** Members of a summary that only a page draws, or that an agent has from elsewhere. */
const NOT_SHOWN = ["file", "faults_file", "totals", "noted", "release", "points", "points_left", "npis"];

/** The summary of a job without its groups, lists of lines and files, and with the largest of its differences. */
function shownSummary({
  largest_differences,
  not_priced_by_reason,
  not_compared_by_reason,
  ...summary
}: RepricedText["summary"]): Structured {
  const largest = largest_differences?.slice(0, DIFFERENCES_SHOWN);
  return {
    ...Object.fromEntries(Object.entries(summary).filter(([name]) => !NOT_SHOWN.includes(name))),
    not_priced_by_reason: not_priced_by_reason.map(({ messages, ...reason }) => ({
      ...reason,
      messages: messages.map(({ examples: _, ...message }) => message),
    })),
    not_compared_by_reason: not_compared_by_reason?.map(({ examples: _, ...reason }) => reason),
    largest_differences: largest?.map(({ lookup: _, assumed: __, groups: ___, claim: ____, ...line }) => line),
  };
}

function claimsRequest(sent: RequestFields, backend: Backend): ClaimsRequest | readonly RequestFault[] {
  const { state: code, setting, claims, ...about } = sent;
  const state = stateArgument(code, backend);
  if (isFault(state)) return [state];
  const lookup = lookupArgument(state, setting);
  if (isFault(lookup)) return [lookup];
  const faults: RequestFault[] = [];
  const expected = "CSV as one string, with a line of headings and a line for each claim.";
  if (typeof claims !== "string" && claims !== undefined && claims !== null) {
    const message = `claims is not valid: expected ${expected}`;
    faults.push({ field: "claims", code: "invalid_parameter", message });
  } else if (typeof claims !== "string" || claims.trim() === "") {
    faults.push({ field: "claims", code: "missing_parameter", message: `claims is required: ${expected}` });
  } else if (claims.length > claimsCharactersMax) {
    const message = `claims is not valid: expected at most ${claimsCharactersMax} characters, but it has ${claims.length}. ${REMEDY}`;
    faults.push({ field: "claims", code: "invalid_parameter", message });
  }
  const fields: Record<string, string> = { state: state.code, setting: lookup.setting };
  for (const [name, value] of Object.entries(about)) {
    if (value === null || value === undefined) continue;
    if (!Object.hasOwn(ABOUT_CLAIMS, name)) {
      const known = ["state", "setting", "claims", ...Object.keys(ABOUT_CLAIMS)];
      if (faults.length < MCP_LIMITS.faultsNamedMax) faults.push(notOneOf("argument", name, known));
    } else if (typeof value === "object") fields[name] = name === "columns" ? columnsText(value) : "[]";
    else fields[name] = String(value);
  }
  return faults.length > 0 ? faults : { kind: "claims", state, fields, claims: claims as string };
}

/** Values that are neither a text nor null are refused where the text is read, and never printed. */
function columnsText(columns: object): string {
  const entries = Object.entries(columns).map(([heading, role]) => [
    heading,
    typeof role === "object" && role !== null ? 0 : role,
  ]);
  return JSON.stringify(Array.isArray(columns) ? [] : Object.fromEntries(entries));
}

/** The first of our columns, whatever prefix it has beside the claims' own. */
const FIRST_OF_OURS = /^(?:result_)*input_line$/;
const LOOKUP = /^(?:result_)*lookup$/;

/** Our columns of the first lines; the agent has the claims' own, and what their lookups were made of. */
function resultsIn(csv: string): readonly Structured[] {
  const [headings = [], ...rows] = recordsIn(csv, MCP_LIMITS.listItemsMax + 1).flatMap((record) => {
    const cells = cellsOf(record);
    return cells instanceof Refusal ? [] : [cells];
  });
  const start = headings.findLastIndex((heading) => FIRST_OF_OURS.test(heading));
  return rows.map((cells) =>
    Object.fromEntries(
      headings
        .map((heading, at) => [heading, cells[at] || null] as const)
        .slice(start)
        .filter(([heading]) => !LOOKUP.test(heading)),
    ),
  );
}

/** The file of a job has headings, which have no line number. */
function rejectedIn(csv: string): readonly Structured[] {
  return recordsIn(csv, MCP_LIMITS.faultsNamedMax + 1).flatMap((record) => {
    const [line = "", columns, reasons] = leadingCells(record, 3)?.cells ?? [];
    return /^[0-9]+$/.test(line) ? [{ input_line: line, columns, reasons }] : [];
  });
}

function recordsIn(csv: string, most: number): readonly string[] {
  const cursor = new RecordCursor(csv, false);
  const records: string[] = [];
  while (records.length < most) {
    const start = cursor.position;
    const next = cursor.next();
    if (next === UNFINISHED) break;
    records.push(recordBetween(csv, start, next));
  }
  return records;
}
