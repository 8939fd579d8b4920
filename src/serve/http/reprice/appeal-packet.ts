import type { Explanation } from "../../../answers/explanation/schema.ts";
import { explanation } from "../../../answers/explanation.ts";
import { free } from "../../../core/runtime/memory.ts";
import { quoted } from "../../../core/text/refusal.ts";
import type { RequestFault } from "../../../pricing/request/read.ts";
import { lookupOf, type State } from "../../../pricing/state/state.ts";
import type { Release } from "../../../release/release.ts";
import type { FoundJob } from "../../../reprice/jobs/job-store.ts";
import { PACKET_LINES } from "../../../reprice/jobs/record.ts";
import { downloadName } from "../../../reprice/jobs/repricing-job.ts";
import { JOB_LIMITS } from "../../../reprice/limits.ts";
import type { ExplainedClaimLine } from "../../../reprice/report/appeal-packet.ts";
import { testDataWarning } from "../../../reprice/report/report.ts";
import { type ResultRow, resultRows } from "../../../reprice/report/result-rows.ts";
import { Payment, sendRateLimited, stateRefused } from "../access.ts";
import { PAGE_POLICY } from "../answer-endpoint.ts";
import { type AppDependencies, staleAfter } from "../dependencies.ts";
import { type Exchange, MEDIA_TYPES } from "../exchange.ts";
import { writeDocumentHeaders } from "../formats.ts";
import { type Problem, problemOfFaults } from "../problems.ts";
import { withState } from "../readiness.ts";
import { attachment, finishedJobOf, type JobRequest } from "./job-endpoints.ts";
import { NO_SUCH_JOB } from "./refusals.ts";

const LINES = "lines";

/** GET /reprice/{id}/explanations?lines=2,5: the explanations of chosen lines as one document to print. */
export async function sendPacket(request: JobRequest, dependencies: AppDependencies): Promise<void> {
  const { exchange, key } = request;
  const lines = linesIn(exchange);
  if (!(lines instanceof Set)) {
    exchange.sendProblem(problemOfFaults(lines));
    return;
  }
  const job = await finishedJobOf(request);
  if (job === null) return;
  const state = dependencies.states.find(({ code }) => code === job.record.state);
  if (state === undefined || !key.states.includes(state.code)) {
    exchange.sendProblem(stateRefused(job.record.state ?? "", key, dependencies));
    return;
  }
  exchange.route = { ...exchange.route, state: state.code, setting: job.record.setting };
  const rows = await rowsOf(job, lines);
  const missing = [...lines].filter((line) => rows?.every((row) => row.line !== line));
  if (rows === null) exchange.sendProblem(NO_SUCH_JOB);
  else if (missing.length > 0) exchange.sendProblem(problemOfFaults([notALine(missing)]));
  else {
    await withState(state, dependencies, exchange, (_source, release) =>
      explainRows(exchange, dependencies, { job, state, release, rows }),
    );
  }
}

/** The requested lines, or what is wrong with the query. */
function linesIn({ query }: Exchange): Set<number> | readonly RequestFault[] {
  const unknown = Object.keys(query).filter((field) => field !== LINES);
  if (unknown.length > 0) {
    return unknown.map((field): RequestFault => {
      return {
        field,
        code: "unknown_parameter",
        message: `${quoted(field)} is not a parameter here; known is ${LINES}.`,
      };
    });
  }
  const { packetLinesMax } = JOB_LIMITS;
  const expected = `the numbers of at most ${packetLinesMax} lines of the file, separated by commas, such as 2,5,17`;
  const text = query[LINES];
  if (text === undefined || text === "") {
    return [{ field: LINES, code: "missing_parameter", message: `${LINES} is required: ${expected}.` }];
  }
  const lines = typeof text === "string" && PACKET_LINES.test(text) ? new Set(text.split(",").map(Number)) : null;
  if (lines !== null && lines.size <= packetLinesMax) return lines;
  const message = `${LINES} ${quoted(String(text))} is not valid: expected ${expected}.`;
  return [{ field: LINES, code: "invalid_parameter", message }];
}

function notALine(missing: readonly number[]): RequestFault {
  const message = `${LINES} ${quoted(missing.join(","))} is not valid: expected lines that have a result; the title, empty lines and rejected lines have none.`;
  return { field: LINES, code: "invalid_parameter", message };
}

/** Null when the job was deleted meanwhile. */
async function rowsOf({ folder }: FoundJob, lines: ReadonlySet<number>): Promise<readonly ResultRow[] | null> {
  try {
    return await resultRows(folder.results, folder.findings.rowIndex, lines);
  } catch (error) {
    if (await folder.isGone()) return null;
    throw error;
  }
}

interface ChosenRows {
  readonly job: FoundJob;
  readonly state: State;
  readonly release: Release;
  readonly rows: readonly ResultRow[];
}

async function explainRows(exchange: Exchange, dependencies: AppDependencies, chosen: ChosenRows): Promise<void> {
  const { job, state, release, rows } = chosen;
  const { setting, fileName, release: priced } = job.record;
  if (setting === null || priced?.contentHash !== release.description.contentHash) {
    exchange.sendProblem({ code: "release_unavailable", detail: otherRelease(priced?.version ?? "", release) });
    return;
  }
  const payment = new Payment(exchange, dependencies);
  if (!(await payment.isAdmitted(rows.length))) {
    if (payment.refusal !== null) sendRateLimited(exchange, payment.refusal);
    return;
  }
  const abandoned = new AbortController();
  const abandon = () => abandoned.abort();
  exchange.response.once("close", abandon);
  const explained: ExplainedClaimLine[] = [];
  try {
    for (const row of rows) {
      const found = await explanationOf(row, dependencies, chosen, abandoned.signal);
      if (abandoned.signal.aborted) {
        exchange.observeLeaving();
        return;
      }
      if ("code" in found) {
        exchange.sendProblem(found);
        return;
      }
      explained.push({ row, explanation: found });
    }
  } finally {
    exchange.response.off("close", abandon);
  }
  exchange.lookups = rows.length;
  // Most servers never need it.
  const { appealPacket } = await import("../../../reprice/report/appeal-packet.ts");
  const lookup = { state, lookup: lookupOf(state, setting) };
  const page = appealPacket({
    lookup,
    fileName,
    lines: explained,
    warning: testDataWarning({ release: release.description }),
  });
  writeDocumentHeaders(exchange, PAGE_POLICY);
  exchange.header("content-disposition", attachment(`${downloadName(job.record)}-explanations.html`, "inline"));
  exchange.send(200, MEDIA_TYPES.html, page);
}

function otherRelease(version: string, { description }: Release): string {
  return `The file was priced with release ${version}, and the service has ${description.version} with other content now: its amounts may differ. Send the file again, and print its lines then.`;
}

/** The explanation of one line, made by the thread for long work: lookups by name would delay others here. */
async function explanationOf(
  row: ResultRow,
  dependencies: AppDependencies,
  { job, state, release }: ChosenRows,
  abandoned: AbortSignal,
): Promise<Explanation | Problem> {
  const answer = await dependencies.longWork(release).answer(
    {
      ...{ kind: "answer", answer: explanation.name, states: [state.code], setting: job.record.setting },
      ...{ today: dependencies.today(), staleAfterMonths: staleAfter(dependencies) },
      ...{ fields: Object.fromEntries(new URLSearchParams(row.ours("lookup"))), format: "json" },
    },
    abandoned,
    async () => true,
  );
  if (!answer.ok) return answer.problem;
  const { body } = answer;
  if (typeof body === "string") return JSON.parse(body) as Explanation;
  const text = Buffer.concat(body).toString("utf8");
  for (const bytes of body) free(bytes);
  // An answer that was stopped has no text.
  return JSON.parse(text === "" ? "{}" : text) as Explanation;
}
