import { closeSync, openSync } from "node:fs";

interface SignalMeanings {
  /** SIGTERM, SIGINT, or the end of the terminal that the server was started from. */
  readonly stop: (signal: string) => void;
  /** SIGHUP otherwise. */
  readonly reload: () => void;
}

/** Gives signals their meaning. Whoever asks a second time to stop does not want to wait. */
export function listenToSignals({ stop, reload }: SignalMeanings): void {
  const hadTerminal = hasTerminal();
  let isStopping = false;
  const stopOnce = (signal: string) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    stop(signal);
  };
  process.on("SIGTERM", stopOnce);
  process.on("SIGINT", stopOnce);
  process.on("SIGHUP", () => {
    // A window that is closed sends the same signal. A server left behind without one would only block its port.
    if (hadTerminal && !hasTerminal()) stopOnce("SIGHUP");
    else reload();
  });
}

function hasTerminal(): boolean {
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch (error) {
    // Without a descriptor left there is no telling; a terminal that is gone is told as such.
    return ["EMFILE", "ENFILE"].includes((error as NodeJS.ErrnoException).code ?? "");
  }
}
