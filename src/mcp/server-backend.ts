import { setTimeout as after } from "node:timers/promises";
import type { Refused } from "../answers/question.ts";
import type { Day } from "../core/calendar/day.ts";
import { reasonOf } from "../core/runtime/failure.ts";
import { API_PREFIX, RATE_PATHS, REPRICE_PATH } from "../pricing/state/api-paths.ts";
import type { State } from "../pricing/state/state.ts";
import { releaseName } from "../release/release.ts";
import type { RepricingJob } from "../reprice/jobs/repricing-job.ts";
import type { Backend, BackendAnswer, ClaimsRequest, KindRequest } from "./backend.ts";
import { MCP_LIMITS } from "./limits.ts";

interface Server {
  /** Base address, without a slash at the end. */
  readonly address: string;
  /** Never logged, never part of a message. */
  readonly key: string;
  readonly states: readonly State[];
  readonly today: () => Day;
}

type Fetched =
  | { readonly ok: true; readonly text: string; readonly headers: Headers }
  | { readonly ok: false; readonly refused: Refused };

type Fetch = (path: string, init?: RequestInit, isCut?: boolean) => Promise<Fetched>;

/** Requests answers from a Ratebook server over HTTP. */
export function serverBackend({ address, key, states, today }: Server): Backend {
  /** `isCut`: the beginning of a long text is enough. */
  async function fetched(
    path: string,
    abandoned: AbortSignal,
    init: RequestInit = {},
    isCut = false,
  ): Promise<Fetched> {
    const tooLate = AbortSignal.timeout(MCP_LIMITS.serverMillisecondsMax);
    try {
      const response = await fetch(`${address}${path}`, {
        ...init,
        headers: { accept: "application/json, text/csv", authorization: `Bearer ${key}` },
        // The key must not follow a redirect to another server.
        redirect: "error",
        signal: AbortSignal.any([abandoned, tooLate]),
      });
      const text = await boundedText(response.body, isCut);
      const { ok, headers, status } = response;
      if (ok && headers.has("x-request-id")) return { ok, text, headers };
      return { ok: false, refused: problemIn(text, headers) ?? unreachable(`it answered ${status}`) };
    } catch (error) {
      if (abandoned.aborted) throw abandoned.reason;
      return { ok: false, refused: unreachable(tooLate.aborted ? "it did not answer in time" : causeOf(error)) };
    }
  }

  function unreachable(reason: string): Refused {
    const detail = `No answer of Ratebook from ${address}: ${reason}. Make sure that the server runs there and try again.`;
    return { code: "server_unreachable", detail };
  }

  return {
    states,
    today,
    async answer(request, abandoned) {
      const within: Fetch = (path, init, isCut) => fetched(path, abandoned, init, isCut);
      if (request.kind === "claims") return await repriced(request, within, (path, init) => fetched(path, NEVER, init));
      const query = new URLSearchParams(Object.entries(request.fields)).toString();
      const answer = await within(`${API_PREFIX}${pathOf(request)}${query === "" ? "" : `?${query}`}`);
      if (!answer.ok) return answer;
      const { text: json, headers } = answer;
      const [stale, empty] = [headers.get("ratebook-stale"), headers.get("ratebook-incomplete")];
      return { ok: true, json, release: headers.get("ratebook-release") ?? "", stale, empty };
    },
  };
}

function pathOf({ kind, state, setting }: KindRequest): string {
  return `${state === null ? "" : `/${state.code}`}${setting === null ? "" : RATE_PATHS[setting]}${kind.path}`;
}

/** For requests that continue when their call is cancelled. */
const NEVER = new AbortController().signal;

/**
 * Reprices claims as a job of the server, which is always deleted. The requests that create and delete it continue when the call is
 * cancelled: otherwise a job with an unknown id could remain.
 */
async function repriced({ fields, claims }: ClaimsRequest, within: Fetch, always: Fetch): Promise<BackendAnswer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", new Blob([claims]), "claims.csv");
  const accepted = await always(REPRICE_PATH, { method: "POST", body: form });
  if (!accepted.ok) return accepted;
  const path = `${REPRICE_PATH}/${(JSON.parse(accepted.text) as RepricingJob).id}`;
  try {
    const job = await endedJob(path, within);
    if ("code" in job) return { ok: false, refused: job };
    const results = await within(`${path}/results`, {}, true);
    const rejected = job.faults === null ? null : await within(job.faults, {}, true);
    if (!results.ok) return results;
    if (rejected?.ok === false) return rejected;
    const { notes, summary, release } = job;
    const json = JSON.stringify({ notes, summary, results: results.text, rejected: rejected?.text ?? "" });
    const name = release === null ? "" : releaseName({ version: release.version, contentHash: release.content_hash });
    return { ok: true, json, release: name, stale: null, empty: null };
  } finally {
    await always(path, { method: "DELETE" });
  }
}

/** Polls a job until it ends, with growing intervals: each poll counts as a lookup. */
async function endedJob(path: string, within: Fetch): Promise<RepricingJob | Refused> {
  const { jobMillisecondsMax, jobLookMilliseconds, jobWaitMillisecondsMax } = MCP_LIMITS;
  const givesUpAt = performance.now() + jobMillisecondsMax;
  let wait: number = jobLookMilliseconds;
  while (performance.now() < givesUpAt) {
    const answer = await within(path);
    if (!answer.ok) return answer.refused;
    const job = JSON.parse(answer.text) as RepricingJob;
    if (job.status === "done") return job;
    if (job.status === "failed") return { code: "invalid_file", detail: job.reason ?? "The job has failed." };
    await after(wait);
    wait = Math.min(wait * 2, jobWaitMillisecondsMax);
  }
  const detail = `The claims were not priced within ${jobMillisecondsMax / 1_000} seconds. Send fewer lines.`;
  return { code: "took_too_long", detail };
}

/** The text of an answer. One that is too long is cut, or throws without reading the rest. */
async function boundedText(body: ReadableStream<Uint8Array> | null, isCut: boolean): Promise<string> {
  const bytesMax = isCut ? MCP_LIMITS.csvBytesMax : MCP_LIMITS.serverAnswerBytesMax;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.byteLength;
    if (bytes > bytesMax && !isCut) throw new Error(`its answer has more than ${bytesMax} bytes`);
    pieces.push(piece);
    if (bytes > bytesMax) break;
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** The problem document of an answer (RFC 9457); null when it is none. */
function problemIn(text: string, headers: Headers): Refused | null {
  if (!(headers.get("content-type") ?? "").startsWith("application/problem+json")) return null;
  const { code, detail, errors } = JSON.parse(text) as Refused;
  if (typeof code !== "string" || typeof detail !== "string") return null;
  const wait = headers.get("retry-after");
  const whole = wait === null ? detail : `${detail} Try again in ${wait} seconds.`;
  return errors === undefined ? { code, detail: whole } : { code, detail: whole, errors };
}

/** The cause of fetch's error, which describes the connection failure. */
function causeOf(error: unknown): string {
  const { cause } = (error ?? {}) as { readonly cause?: unknown };
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  return code ?? reasonOf(cause ?? error);
}
