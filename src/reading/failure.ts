const NAME = "Failure";

/**
 * Something that went wrong outside of us (a missing file, a busy port), told in a sentence for whoever can mend it.
 * Any other error is our own mistake and keeps its stack.
 */
export function failure(message: string): Error {
  const error = new Error(message);
  error.name = NAME;
  return error;
}

export function isFailure(error: unknown): error is Error {
  return error instanceof Error && error.name === NAME;
}

/** The reason in one line, whatever was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
