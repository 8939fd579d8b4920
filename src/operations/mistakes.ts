import type { LineWriter } from "./line-writer.ts";
import type { Log } from "./log.ts";

/** After an exception that nobody caught, nothing is known to be in order: it is logged and the process ends. */
export function endOnMistakes(log: Log, writer: LineWriter): void {
  process.on("uncaughtException", (error) => {
    log.exception("crashed", error);
    writer.flushSync();
    process.exit(1);
  });
}
