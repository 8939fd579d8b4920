import { type CsvColumn, csvColumn, csvOf, csvTable } from "../../../answers/csv-table.ts";
import { asMoney } from "../../../core/money/arithmetic.ts";
import { parseFactor } from "../../../core/money/factor.ts";
import { quoted } from "../../../core/text/refusal.ts";
import type { RequestFault } from "../../../pricing/request/read.ts";
import type { FoundJob } from "../../../reprice/jobs/job-store.ts";
import { JOB_LIMITS } from "../../../reprice/limits.ts";
import { formulaOfRow } from "../../../reprice/pricing/payment-comparison.ts";
import { hasRemark, remarkSentences } from "../../../reprice/pricing/remarks.ts";
import { type ResultRow, rowsAt } from "../../../reprice/report/result-rows.ts";
import { type Variances, varianceLineSchema } from "../../../reprice/report/summary.ts";
import { type VarianceFilter, variancesIn } from "../../../reprice/report/variance-index.ts";
import type { Exchange } from "../exchange.ts";
import { chosenFormat, JSON_OR_CSV, sendAs } from "../formats.ts";
import { problemOfFaults } from "../problems.ts";
import { finishedJobOf, type JobRequest } from "./job-endpoints.ts";
import { NO_SUCH_JOB } from "./refusals.ts";

const { variancesPerPageMax } = JOB_LIMITS;

/** The parameters of a list of variances, for the document of the API too. */
export const VARIANCE_PARAMETERS = {
  offset: "How many of the lines are left out at the beginning: 0 when it is not sent.",
  limit: `How many lines: 1 to ${variancesPerPageMax}, 50 when it is not sent.`,
  by: "With `key`: only lines of a group. What the totals are grouped by, such as code.",
  key: "The group, as the totals name it.",
  expected: "With `paid`: only lines with these two amounts, in dollars.",
  paid: "What was paid, or allowed where that is compared.",
} as const;

type ParameterName = keyof typeof VARIANCE_PARAMETERS;

interface ListRequest {
  readonly filter: VarianceFilter;
  readonly offset: number;
  readonly limit: number;
}

/** GET /reprice/{id}/variances: the lines with a variance, page by page, the largest first. */
export async function sendVariances(request: JobRequest): Promise<void> {
  const { exchange } = request;
  const wanted = requestIn(exchange);
  if (!("offset" in wanted)) {
    exchange.sendProblem(problemOfFaults(wanted));
    return;
  }
  const job = await finishedJobOf(request);
  if (job === null) return;
  const variances = await listOf(job, wanted);
  if (variances === null) exchange.sendProblem(NO_SUCH_JOB);
  else if (!("lines" in variances)) exchange.sendProblem(problemOfFaults([variances]));
  else {
    const format = chosenFormat(exchange, JSON_OR_CSV);
    sendAs(exchange, format, format === "csv" ? csvOf(tableOf(variances)) : JSON.stringify(variances));
  }
}

const LIMIT_WHEN_NOT_SENT = 50;

/** What was requested, or what is wrong with it. */
function requestIn({ query }: Exchange): ListRequest | readonly RequestFault[] {
  const known = Object.keys(VARIANCE_PARAMETERS);
  const faults = Object.keys(query)
    .filter((field) => !known.includes(field))
    .map((field): RequestFault => {
      const message = `${quoted(field)} is not a parameter here; known are ${known.join(", ")}.`;
      return { field, code: "unknown_parameter", message };
    });
  const sent = (name: ParameterName) => {
    const text = query[name];
    return typeof text === "string" && text !== "" ? text : null;
  };
  const invalid = (name: ParameterName, expected: string) => {
    const message = `${name} ${quoted(String(query[name]))} is not valid: expected ${expected}.`;
    faults.push({ field: name, code: "invalid_parameter", message });
  };
  const countIn = (name: ParameterName, least: number, most: number, otherwise: number) => {
    const text = sent(name);
    if (text === null) return otherwise;
    const count = /^[0-9]{1,9}$/.test(text) ? Number(text) : -1;
    if (count < least || count > most) invalid(name, `a whole number from ${least} to ${most}`);
    return count;
  };
  const centsIn = (name: ParameterName) => {
    const amount = parseFactor(sent(name) ?? "");
    if (amount === null) invalid(name, "dollars and cents, such as 24.00");
    return amount === null ? 0 : Number(asMoney(amount).cents);
  };
  const both = (one: ParameterName, other: ParameterName) => {
    const missing = [one, other].filter((name) => sent(name) === null);
    if (missing.length === 1) {
      const [field = one] = missing;
      faults.push({
        field,
        code: "missing_parameter",
        message: `${field} is required: ${one} and ${other} go together.`,
      });
    }
    return missing.length === 0;
  };
  const offset = countIn("offset", 0, JOB_LIMITS.variancesMax, 0);
  const limit = countIn("limit", 1, variancesPerPageMax, LIMIT_WHEN_NOT_SENT);
  const isGroup = both("by", "key");
  const isPoint = both("expected", "paid");
  const filter = isGroup
    ? { by: sent("by") ?? "", key: sent("key") ?? "" }
    : isPoint
      ? { expected: centsIn("expected"), paid: centsIn("paid") }
      : null;
  if (isGroup && isPoint) invalid("expected", "none beside by and key: lines are of a group, or have two amounts");
  return faults.length === 0 ? { filter, offset, limit } : faults;
}

/** Null when the job was deleted meanwhile; a fault when its totals have no such grouping. */
async function listOf(job: FoundJob, { filter, offset, limit }: ListRequest): Promise<Variances | RequestFault | null> {
  const { results, findings } = job.folder;
  try {
    const found = await variancesIn(findings.variances, filter, { offset, limit });
    if (found === null) {
      const by = filter !== null && "by" in filter ? filter.by : "";
      const message = `by ${quoted(by)} is not valid: expected what the totals of this file are grouped by.`;
      return { field: "by", code: "invalid_parameter", message };
    }
    const rows = await rowsAt(results, findings.rowIndex, found.places);
    return { total: found.total, left: found.left, lines: rows.map(lineOf) };
  } catch (error) {
    if (await job.folder.isGone()) return null;
    throw error;
  }
}

/** As a claim number is cut elsewhere (`listed-lines.ts`). */
const CLAIM_CHARACTERS_MAX = 100;

function lineOf(row: ResultRow): Variances["lines"][number] {
  const lookup = Object.fromEntries(new URLSearchParams(row.ours("lookup")));
  const orNull = (text: string) => (text === "" ? null : text);
  return {
    input_line: row.line,
    claim: orNull(row.claim.slice(0, CLAIM_CHARACTERS_MAX)),
    payer_claim: orNull(row.payerClaim.slice(0, CLAIM_CHARACTERS_MAX)),
    billing_code: orNull(row.ours("billing_code")) ?? lookup.billing_code ?? null,
    provider: orNull(row.ours("npi")) ?? orNull(row.ours("state_provider_id")),
    provider_name: orNull(row.ours("provider_name")),
    billed: orNull(row.billed),
    is_billed_below_rate: hasRemark(row.ours("remark_codes"), "billed_below_rate"),
    units: orNull(row.units),
    lookup,
    expected_amount: row.ours("expected_amount"),
    paid: row.compared,
    difference: row.ours("difference"),
    formula: orNull(formulaOfRow(row.ours)),
    remarks: remarkSentences(row.ours("remarks")),
    has_takeback: hasRemark(row.ours("remark_codes"), "takeback_in_file"),
    is_put_on_patient: hasRemark(row.ours("remark_codes"), "put_on_patient"),
  };
}

type Line = Variances["lines"][number];

/** A row for each line; how many there are in all stands in each. */
function tableOf({ total, left, lines }: Variances) {
  const fields = Object.keys(varianceLineSchema.properties) as (keyof Line)[];
  const columns: readonly CsvColumn<Line>[] = [
    ...fields.map((name) => csvColumn<Line>(name, (line) => cellOf(line, name))),
    csvColumn("total", () => total),
    csvColumn("left", () => left),
  ];
  return csvTable(columns, lines);
}

/** The lookup as a query, as the results have it; remarks as one text. */
function cellOf(line: Line, name: keyof Line): unknown {
  if (name === "lookup") return new URLSearchParams(line.lookup).toString();
  return name === "remarks" ? line.remarks.join(" ") : line[name];
}
