/** `doubt`: it serves, but not as somebody may expect; `fault`: it does not serve until this is mended. */
type DoctorVerdict = "well" | "doubt" | "fault";

/** What one look at the machine, the files or the database found. */
export interface DoctorFinding {
  /** What was looked at, in a word or two. */
  readonly check: string;
  readonly verdict: DoctorVerdict;
  /** What was found, as a sentence. Never a key, nor a password. */
  readonly found: string;
  /** What to do; null where all is well. */
  readonly remedy: string | null;
}

export function well(check: string, found: string): DoctorFinding {
  return { check, verdict: "well", found, remedy: null };
}

export function doubt(check: string, found: string, remedy: string): DoctorFinding {
  return { check, verdict: "doubt", found, remedy };
}

export function fault(check: string, found: string, remedy: string): DoctorFinding {
  return { check, verdict: "fault", found, remedy };
}
