const NAME = "Failure";

/**
 * Something that went wrong outside of us (a missing file, a busy port), as a sentence for the person who can fix it.
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

/** Something that we could not help: told in a sentence, by us, by the system or by SQLite. */
export function isOutside(error: unknown): error is Error {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return isFailure(error) || (typeof code === "string" && /^(E(?!RR_)|SQLITE_)/.test(code));
}

/** The reason in one line, whatever was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * An error of the system or of SQLite as a failure that says what it stands in the way of, and what would help; any other
 * error, and one that says so already, as it is.
 */
export function failureFrom(error: unknown, what: string, remedy: string): unknown {
  if (!isOutside(error) || isFailure(error)) return error;
  return failure(`${what} (${reasonOf(error)}). ${remedy}`);
}
