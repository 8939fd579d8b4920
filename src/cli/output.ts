import { tableLines } from "../text/terminal.ts";
import { commandIo } from "./command-io.ts";

/*
 * The only place that writes to the terminal. Answers go to standard output, everything that is said about the work
 * to standard error, so that a pipe carries answers alone.
 */

export function print(text: string): void {
  commandIo().stdout.write(`${text}\n`);
}

/** Prints bytes as they are; resolves when whoever reads them has room for more. */
export function printBytes(bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    commandIo().stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value));
}

/** A long answer a piece at a time; each piece is written before the next is made. */
export function printPieces(pieces: Iterable<string>): void {
  const { stdout } = commandIo();
  for (const piece of pieces) stdout.write(piece);
}

export function tell(text: string): void {
  commandIo().stderr.write(`${text}\n`);
}

/** Columns as wide as their widest cell. */
export function printTable(header: readonly string[], rows: readonly (readonly string[])[]): void {
  for (const line of tableLines(header, rows)) print(line);
}

/** A reader that stops listening (`ratebook keys list | head -1`) is no fault of ours. */
export function endQuietlyOnClosedPipe(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    tell(`error: The answer cannot be written to standard output (${error.message}). Mend the cause and try again.`);
    process.exit(1);
  });
  // What is said about the work is best effort: where nobody reads it, or there is no room for it, the work goes on.
  process.stderr.on("error", () => {});
}
