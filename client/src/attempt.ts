import type { Failure } from "./failure.ts";
import type { Settings } from "./options.ts";

export type SentBody = NonNullable<RequestInit["body"]>;

export interface Sent {
  readonly method: "GET" | "POST" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Created for each attempt; null when there is none. */
  readonly body: (() => SentBody) | null;
  /** The status of a success. */
  readonly status: number;
  /** Whether a success is streamed instead of read. */
  readonly isStreamed: boolean;
}

/** An answer with any status. */
export interface Arrived {
  readonly kind: "arrived";
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A success whose body is not read yet. */
export interface Opened {
  readonly kind: "opened";
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array> | null;
  readonly close: () => void;
}

/** A failure before the number of attempts is known. */
export type AttemptFailure<Kind extends Failure["kind"] = Failure["kind"]> = Kind extends unknown
  ? Omit<Extract<Failure, { readonly kind: Kind }>, "attempts">
  : never;

type Unanswered = AttemptFailure<"network" | "timeout" | "aborted" | "answer_too_large">;
type Outcome = Arrived | Opened | Unanswered;

/** Sends a request once and reads its answer within the time limit and until the signal ends it. Of a stream only the head is read. */
export async function attempt(sent: Sent, settings: Settings, signal: AbortSignal | undefined): Promise<Outcome> {
  const { clock, timeoutMilliseconds } = settings;
  if (signal?.aborted) return ABORTED;
  const ending = new AbortController();
  return await new Promise<Outcome>((resolve) => {
    const end = (outcome: Outcome) => {
      callOff();
      signal?.removeEventListener("abort", onAbort);
      resolve(outcome);
      // Cancels what is still in progress; no effect when all has arrived.
      if (outcome.kind !== "opened") ending.abort();
    };
    const onAbort = () => end(ABORTED);
    const callOff = clock.after(timeoutMilliseconds, () => end(timedOut(timeoutMilliseconds)));
    signal?.addEventListener("abort", onAbort);
    exchange(sent, settings, ending).then(end, (error: unknown) => end(failedConnection(error)));
  });
}

async function exchange(sent: Sent, { fetch, answerBytesMax }: Settings, ending: AbortController): Promise<Outcome> {
  const { url, method, headers } = sent;
  const body = sent.body?.() ?? null;
  const request: RequestInit & { readonly duplex?: "half" } = {
    method,
    headers,
    body,
    signal: ending.signal,
    // A redirect must not receive the key.
    redirect: "manual",
    // Web frameworks cache answers of fetch by default, and prices change.
    cache: "no-store",
    // Platforms require it for a request whose body is a stream.
    ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
  };
  const response = await fetch(url, request);
  if (sent.isStreamed && response.status === sent.status) {
    return { kind: "opened", headers: response.headers, body: response.body, close: () => ending.abort() };
  }
  const text = await limitedText(response, answerBytesMax);
  if (text !== TOO_LARGE) return { kind: "arrived", status: response.status, headers: response.headers, text };
  const message = `The answer is longer than ${answerBytesMax} bytes (answerBytesMax). Request less at once.`;
  return { kind: "answer_too_large", message, answerBytesMax };
}

export const ABORTED: AttemptFailure<"aborted"> = { kind: "aborted", message: "The call was ended by its signal." };

export function timedOut(timeoutMilliseconds: number): AttemptFailure<"timeout"> {
  const message = `There was no answer within ${timeoutMilliseconds} ms (timeoutMilliseconds).`;
  return { kind: "timeout", message, timeoutMilliseconds };
}

/** Only the code of an error is kept: messages of platforms contain addresses, and those contain the request. */
export function failedConnection(error: unknown): AttemptFailure<"network"> {
  const reason = codeOf(error) ?? codeOf((error as { readonly cause?: unknown } | null)?.cause) ?? "connection_failed";
  return connectionFailed(reason, `The connection to the service failed (${reason}).`);
}

export function connectionFailed(reason: string, message: string): AttemptFailure<"network"> {
  return { kind: "network", message, reason };
}

function codeOf(error: unknown): string | null {
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === "string" && /^[A-Za-z][A-Za-z0-9_]{0,40}$/.test(code) ? code : null;
}

const TOO_LARGE: unique symbol = Symbol("too large");

/** The text of an answer, limited to this many bytes; the rest is not read. Rejects when it ends early or is not UTF-8. */
async function limitedText(response: Response, bytesMax: number): Promise<string | typeof TOO_LARGE> {
  const { body } = response;
  if (body === null) return "";
  if (Number(response.headers.get("content-length") ?? 0) > bytesMax) {
    await body.cancel();
    return TOO_LARGE;
  }
  const reader = body.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const parts: string[] = [];
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    if (bytes > bytesMax) {
      await reader.cancel();
      return TOO_LARGE;
    }
    parts.push(decoder.decode(part.value, { stream: true }));
  }
  parts.push(decoder.decode());
  return parts.join("");
}
