import { failure, isFailure, reasonOf } from "../failure.ts";

/** An error on its way to another thread or process. */
export type SentError =
  | { readonly kind: "sentence"; readonly reason: string }
  | { readonly kind: "error"; readonly error: unknown; readonly name?: string; readonly code?: unknown };

/**
 * The copy that a thread is sent keeps message and stack but neither a name of ours nor a code, by which failures are told
 * from our own mistakes (`failure.ts`): they go along. Between processes there is JSON, which keeps nothing of an error.
 */
export function sentError(thrown: unknown, carriesErrors: boolean): SentError {
  if (!carriesErrors) return { kind: "sentence", reason: sentenceOf(thrown) };
  if (!(thrown instanceof Error)) return { kind: "error", error: thrown };
  const { code }: NodeJS.ErrnoException = thrown;
  return { kind: "error", error: thrown, name: thrown.name, code };
}

/** The error as it was thrown over there, with its stack; or the sentence as a failure. */
export function receivedError(sent: SentError): unknown {
  if (sent.kind === "sentence") return failure(sent.reason);
  const { error, name, code } = sent;
  if (!(error instanceof Error)) return error;
  if (name !== undefined && name !== error.name) error.name = name;
  return code === undefined ? error : Object.assign(error, { code });
}

function sentenceOf(thrown: unknown): string {
  if (isFailure(thrown)) return thrown.message;
  return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : reasonOf(thrown);
}
