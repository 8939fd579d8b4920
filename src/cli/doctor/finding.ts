import type { ServerChoices } from "../../serve/operations/configuration.ts";

/** `warning`: it serves, but maybe not as the operator expects; `error`: it does not serve until this is fixed. */
type DoctorVerdict = "ok" | "warning" | "error";

export interface DoctorFinding {
  /** What was checked, in a word or two. */
  readonly check: string;
  readonly verdict: DoctorVerdict;
  /** The finding as a sentence. Never a key, nor a password. */
  readonly found: string;
  /** What to do; null if it is ok. */
  readonly remedy: string | null;
}

export function passed(check: string, found: string): DoctorFinding {
  return { check, verdict: "ok", found, remedy: null };
}

export function warned(check: string, found: string, remedy: string): DoctorFinding {
  return { check, verdict: "warning", found, remedy };
}

export function failed(check: string, found: string, remedy: string): DoctorFinding {
  return { check, verdict: "error", found, remedy };
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

/** `12.3 GiB`, `730 MiB` or `512 bytes`. */
export function bytesText(bytes: number): string {
  if (bytes >= GIBIBYTE) return `${(bytes / GIBIBYTE).toFixed(1)} GiB`;
  return bytes >= MEBIBYTE ? `${Math.floor(bytes / MEBIBYTE)} MiB` : `${bytes} bytes`;
}

/** As `chmod` writes it. */
export function modeText(mode: number): string {
  return (mode & 0o777).toString(8).padStart(3, "0");
}

/** Whether other users than the owner have rights. Windows has no such modes. */
export function isOpenToOthers(mode: number): boolean {
  return process.platform !== "win32" && (mode & 0o077) !== 0;
}
