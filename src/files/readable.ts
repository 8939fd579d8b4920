import { toldAs } from "../runtime/failure.ts";

/** Whether an error of the system says that there is no such file or folder. */
export function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ENOTDIR";
}

/** An error of the system as a failure that names what could not be read; any other error as it is. */
export function unreadable(path: string, error: unknown): unknown {
  return toldAs(error, `${path} cannot be read`, "Mend the cause and try again.");
}
