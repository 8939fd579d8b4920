import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { toldAs } from "../../runtime/failure.ts";

/** Writes a file that an import prepares, so that it survives a loss of power. */
export function writePrepared(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flush: true });
  } catch (error) {
    throw unprepared(path, error);
  }
}

/** A disk that is full is told by the system without the file that did not fit: the failure names it. */
export function unprepared(path: string, error: unknown): unknown {
  return toldAs(error, `${path} cannot be written`, "Mend the cause and import again.");
}
