import { closeSync, openSync } from "node:fs";

/** Why a server stops. */
export interface StopRequest {
  readonly signal: string;
  /** Ctrl+C, or a terminal that was closed: a person waits for the end, and no proxy is to be warned. */
  readonly isFromTerminal: boolean;
}

interface SignalMeanings {
  /** SIGTERM, SIGINT, or the end of the terminal that the server was started from. */
  readonly stop: (request: StopRequest) => void;
  /** SIGHUP otherwise. */
  readonly reload: () => void;
}

/** `bin/launch/parent.mjs` */
const STARTER_GONE = Symbol.for("ratebook.starter-gone");

/** Gives signals their meaning. Whoever asks a second time to stop does not want to wait. */
export function listenToSignals({ stop, reload }: SignalMeanings): void {
  const hadTerminal = hasTerminal();
  let isStopping = false;
  const stopOnce = (request: StopRequest) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    stop(request);
  };
  process.on("SIGTERM", (signal) => stopOnce({ signal, isFromTerminal: false }));
  process.on("SIGINT", (signal) => stopOnce({ signal, isFromTerminal: hadTerminal }));
  // By it the launcher says that npm is gone, which may have been told to stop together with this process.
  process.on(STARTER_GONE, () => {
    if (!isStopping) stopOnce({ signal: "SIGTERM", isFromTerminal: false });
  });
  process.on("SIGHUP", (signal) => {
    // A window that is closed sends the same signal. A server left behind without one would only block its port.
    if (hadTerminal && !hasTerminal()) stopOnce({ signal, isFromTerminal: true });
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
