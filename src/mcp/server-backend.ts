import type { Day } from "../calendar/day.ts";
import { reasonOf } from "../runtime/failure.ts";
import { API_PREFIX, COVERAGE_PATH, EXPLAIN_SUFFIX, RATE_PATHS, SEARCH_PATH } from "../state/api-paths.ts";
import type { State } from "../state/state.ts";
import type { Backend, BackendAnswer, BackendQuestion, BackendRefusal } from "./backend.ts";
import { boundedText } from "./bounded-text.ts";
import { MCP_LIMITS } from "./limits.ts";

interface Server {
  /** Where its paths begin, without a slash at the end. */
  readonly address: string;
  /** Never logged, never part of a message. */
  readonly key: string;
  readonly states: readonly State[];
  readonly today: () => Day;
}

/** Asks a server of Ratebook over HTTP. */
export function serverBackend({ address, key, states, today }: Server): Backend {
  async function ask(asked: BackendQuestion, abandoned: AbortSignal): Promise<BackendAnswer> {
    const query = new URLSearchParams(Object.entries(asked.fields)).toString();
    const tooLate = AbortSignal.timeout(MCP_LIMITS.serverMillisecondsMax);
    try {
      const response = await fetch(`${address}${API_PREFIX}${pathOf(asked)}${query === "" ? "" : `?${query}`}`, {
        headers: { accept: "application/json", authorization: `Bearer ${key}` },
        // A key must not follow a server that points elsewhere.
        redirect: "error",
        signal: AbortSignal.any([abandoned, tooLate]),
      });
      return await answerIn(response);
    } catch (error) {
      if (abandoned.aborted) throw abandoned.reason;
      return { ok: false, refused: unreachable(tooLate.aborted ? "it did not answer in time" : causeOf(error)) };
    }
  }

  async function answerIn(response: Response): Promise<BackendAnswer> {
    const text = await boundedText(response.body, MCP_LIMITS.serverAnswerBytesMax);
    const release = response.headers.get("ratebook-release");
    if (response.ok && release !== null) {
      const [stale, empty] = [response.headers.get("ratebook-stale"), response.headers.get("ratebook-incomplete")];
      return { ok: true, json: text, release, stale, empty };
    }
    return { ok: false, refused: problemIn(text, response) ?? unreachable(`it answered ${response.status}`) };
  }

  function unreachable(reason: string): BackendRefusal {
    const detail = `No answer of Ratebook from ${address}: ${reason}. Make sure that the server runs there and try again.`;
    return { code: "server_unreachable", detail };
  }

  return { states, today, ask };
}

function pathOf(asked: BackendQuestion): string {
  if (asked.kind === "coverage") return COVERAGE_PATH;
  const { code } = asked.state;
  return asked.kind === "search"
    ? `/${code}${SEARCH_PATH}`
    : `/${code}${RATE_PATHS[asked.setting]}${asked.answer === "explanation" ? EXPLAIN_SUFFIX : asked.answer.path}`;
}

/** The problem document of an answer (RFC 9457); null when it is none. */
function problemIn(text: string, { headers }: Response): BackendRefusal | null {
  if (!(headers.get("content-type") ?? "").startsWith("application/problem+json")) return null;
  const { code, detail, errors } = JSON.parse(text) as BackendRefusal;
  if (typeof code !== "string" || typeof detail !== "string") return null;
  const wait = headers.get("retry-after");
  const told = wait === null ? detail : `${detail} Try again in ${wait} seconds.`;
  return errors === undefined ? { code, detail: told } : { code, detail: told, errors };
}

/** What a failed connection says is the cause of the error that fetch throws. */
function causeOf(error: unknown): string {
  const { cause } = (error ?? {}) as { readonly cause?: unknown };
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  return code ?? reasonOf(cause ?? error);
}
