import type { Failure } from "./failure.ts";
import { limitedText, TOO_LARGE } from "./limited-text.ts";
import type { Settings } from "./options.ts";

/** A request as it goes out. */
export interface Sent {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** What arrived, whatever its status. */
export interface Arrived {
  readonly kind: "arrived";
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A failure before it is known how often was tried. */
export type Untold<Kind extends Failure["kind"] = Failure["kind"]> = Kind extends unknown
  ? Omit<Extract<Failure, { readonly kind: Kind }>, "attempts">
  : never;

type Unanswered = Untold<"network" | "timeout" | "aborted" | "answer_too_large">;

/** Sends a request once and reads all of its answer, within the time and until the signal ends it. */
export async function attempt(sent: Sent, settings: Settings, signal: AbortSignal | undefined) {
  const { clock, timeoutMilliseconds } = settings;
  if (signal?.aborted) return ABORTED;
  const ending = new AbortController();
  return await new Promise<Arrived | Unanswered>((resolve) => {
    const end = (outcome: Arrived | Unanswered) => {
      callOff();
      signal?.removeEventListener("abort", onAbort);
      resolve(outcome);
      // Ends what is still under way; nothing when all has arrived.
      ending.abort();
    };
    const onAbort = () => end(ABORTED);
    const callOff = clock.after(timeoutMilliseconds, () => end(timedOut(timeoutMilliseconds)));
    signal?.addEventListener("abort", onAbort);
    exchange(sent, settings, ending.signal).then(end, (error: unknown) => end(failedConnection(error)));
  });
}

async function exchange(
  { url, method, headers, body }: Sent,
  { fetch, answerBytesMax }: Settings,
  signal: AbortSignal,
): Promise<Arrived | Unanswered> {
  const response = await fetch(url, {
    method,
    headers,
    body,
    signal,
    // Somewhere else is not where the key should go.
    redirect: "manual",
    // Web frameworks keep answers of fetch unless they are told not to, and prices change.
    cache: "no-store",
  });
  const text = await limitedText(response, answerBytesMax);
  if (text !== TOO_LARGE) return { kind: "arrived", status: response.status, headers: response.headers, text };
  const message = `The answer is longer than ${answerBytesMax} bytes (answerBytesMax). Ask for less at once.`;
  return { kind: "answer_too_large", message, answerBytesMax };
}

export const ABORTED: Untold<"aborted"> = { kind: "aborted", message: "The call was ended by its signal." };

function timedOut(timeoutMilliseconds: number): Untold<"timeout"> {
  const message = `There was no answer within ${timeoutMilliseconds} ms (timeoutMilliseconds).`;
  return { kind: "timeout", message, timeoutMilliseconds };
}

/** Of an error only its code is told: messages of platforms hold addresses, and those hold what was asked. */
function failedConnection(error: unknown): Untold<"network"> {
  const reason = codeOf(error) ?? codeOf((error as { readonly cause?: unknown } | null)?.cause) ?? "connection_failed";
  return connectionFailed(reason, `The connection to the service failed (${reason}).`);
}

export function connectionFailed(reason: string, message: string): Untold<"network"> {
  return { kind: "network", message, reason };
}

function codeOf(error: unknown): string | null {
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === "string" && /^[A-Za-z][A-Za-z0-9_]{0,40}$/.test(code) ? code : null;
}
