const NAME = "Failure";

/**
 * An error from outside the program (a missing file, a busy port), as a sentence for the person who can fix it. Any
 * other error is our own mistake and keeps its stack.
 */
export function failure(message: string): Error {
  const error = new Error(message);
  error.name = NAME;
  return error;
}

export function isFailure(error: unknown): error is Error {
  return error instanceof Error && error.name === NAME;
}

/** Whether an error comes from outside: a failure, or an error of the system or of SQLite. */
export function isOutside(error: unknown): error is Error {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return isFailure(error) || (typeof code === "string" && /^(E(?!RR_)|SQLITE_)/.test(code));
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Turns an error of the system or of SQLite into a failure that names what failed and what would help. Returns failures
 * and all other errors unchanged.
 */
export function failureFrom(error: unknown, what: string, remedy: string): unknown {
  if (!isOutside(error) || isFailure(error)) return error;
  return failure(`${what} (${reasonOf(error)}). ${remedy}`);
}
