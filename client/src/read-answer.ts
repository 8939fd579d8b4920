import { type AboutAnswer, aboutAnswer } from "./answer.ts";
import { type Arrived, type AttemptFailure, connectionFailed } from "./attempt.ts";
import type { ProblemCode } from "./failure.ts";
import type { Fault, Problem } from "./generated/openapi.ts";
import { PROBLEM_MEDIA_TYPE, PROBLEM_STATUSES } from "./generated/service.ts";
import { retryAfterSeconds } from "./retry.ts";

export interface Read {
  readonly kind: "read";
  readonly json: unknown;
  readonly about: AboutAnswer;
}

type Refused = AttemptFailure<"problem" | "network" | "unexpected_answer">;

const JSON_MEDIA_TYPE = "application/json";

/** Reads an answer: the JSON of a success, the problem of a refusal, or the kind of body that came instead. */
export function readAnswer(arrived: Arrived, expected: number, now: number): Read | Refused {
  const { status, headers, text } = arrived;
  const mediaType = (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  const json = mediaType === JSON_MEDIA_TYPE || mediaType === PROBLEM_MEDIA_TYPE ? parsed(text) : undefined;
  if (status !== expected) return problemIn(json, arrived, now) ?? unexpected(arrived, now);
  if (mediaType !== JSON_MEDIA_TYPE) return unexpected(arrived, now);
  if (json === undefined) return connectionFailed("incomplete_answer", "The answer ended early: it is not whole JSON.");
  return { kind: "read", json, about: aboutAnswer(headers) };
}

/** Undefined is no JSON value, so it means that the text is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function problemIn(json: unknown, { status, headers }: Arrived, now: number): AttemptFailure<"problem"> | null {
  if (!isProblem(json) || PROBLEM_STATUSES[json.code] !== status) return null;
  return {
    kind: "problem",
    message: json.detail,
    code: json.code,
    status,
    title: json.title,
    faults: (json.errors ?? []).filter(isFault),
    requestId: json.request_id,
    table: json.table ?? null,
    retryAfterSeconds: retryAfterSeconds(headers.get("retry-after"), now),
  } as AttemptFailure<"problem">;
}

function isProblem(json: unknown): json is Problem & { readonly code: ProblemCode } {
  if (typeof json !== "object" || json === null) return false;
  const { code, title, detail, request_id, errors } = json as Readonly<Record<string, unknown>>;
  const texts = [code, title, detail, request_id].every((text) => typeof text === "string");
  return texts && Object.hasOwn(PROBLEM_STATUSES, code as string) && (errors === undefined || Array.isArray(errors));
}

function isFault(value: unknown): value is Fault {
  if (typeof value !== "object" || value === null) return false;
  const { field, code, message } = value as Readonly<Record<string, unknown>>;
  return [field, code, message].every((text) => typeof text === "string");
}

/** An answer that is not from this service, described by its status alone: its text may be anything. */
export function unexpected(
  { status, headers }: Pick<Arrived, "status" | "headers">,
  now: number,
): AttemptFailure<"unexpected_answer"> {
  const failure: AttemptFailure<"unexpected_answer"> = {
    kind: "unexpected_answer",
    message: `Something answered with status ${status} that is no answer of this service. Check baseUrl, and proxies on the way.`,
    status,
    requestId: headers.get("x-request-id"),
    retryAfterSeconds: retryAfterSeconds(headers.get("retry-after"), now),
  };
  return failure;
}
