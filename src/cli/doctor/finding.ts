import type { ServerChoices } from "../../serve/operations/configuration.ts";

/** `doubt`: it serves, but not as the operator may expect; `fault`: it does not serve until this is fixed. */
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

/** The service that is examined: the settings of `serve`. */
export interface Examined
  extends Pick<ServerChoices, "home" | "host" | "port" | "workers" | "timeZone" | "staleAfter"> {
  /** Null: the active one of the database or of the home. */
  readonly release: string | null;
  readonly database: string | null;
}

const MEBIBYTE = 1024 * 1024;
const GIBIBYTE = 1024 * MEBIBYTE;

/** Such as `12.3 GiB`, `730 MiB` or `512 bytes`. */
export function bytesText(bytes: number): string {
  if (bytes >= GIBIBYTE) return `${(bytes / GIBIBYTE).toFixed(1)} GiB`;
  return bytes >= MEBIBYTE ? `${Math.floor(bytes / MEBIBYTE)} MiB` : `${bytes} bytes`;
}

/** As `chmod` takes it. */
export function modeText(mode: number): string {
  return (mode & 0o777).toString(8).padStart(3, "0");
}

/** Whether users other than the owner may do something with it. Windows has no such modes. */
export function isOpenToOthers(mode: number): boolean {
  return process.platform !== "win32" && (mode & 0o077) !== 0;
}
