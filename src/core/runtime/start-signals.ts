import { closeSync, openSync } from "node:fs";

/* Signals that arrive while a command starts. Loading a server takes a second, and by default SIGHUP ends a process. */

/** Commands that run a server. SIGHUP ends every other command. */
const SERVERS = ["serve", "start"];

let holdHangup: (() => void) | null = null;
let isHangupHeld = false;
let hadTerminal: boolean | null = null;

/** Called before the code of a command is loaded. */
export function holdSignals(command: string | undefined): void {
  if (command === undefined || !SERVERS.includes(command)) return;
  const isFromTerminal = startedFromTerminal();
  holdHangup = () => {
    isHangupHeld = true;
    if (!isFromTerminal || hasTerminal()) return;
    // The terminal was closed: the process ends as it does without a listener.
    releaseHangup();
    process.kill(process.pid, "SIGHUP");
  };
  process.on("SIGHUP", holdHangup);
}

/** Called when a server has its own listeners. Returns whether a SIGHUP arrived before. */
export function releaseHangup(): boolean {
  if (holdHangup !== null) process.off("SIGHUP", holdHangup);
  holdHangup = null;
  const wasHeld = isHangupHeld;
  isHangupHeld = false;
  return wasHeld;
}

/** Whether the process had a terminal at its first call. The terminal may be closed while the code of a server is loaded. */
export function startedFromTerminal(): boolean {
  hadTerminal ??= hasTerminal();
  return hadTerminal;
}

/** Whether this process has a terminal that is still open. */
export function hasTerminal(): boolean {
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch (error) {
    // Without a free descriptor this cannot be known; a lost terminal is reported as such.
    return ["EMFILE", "ENFILE"].includes((error as NodeJS.ErrnoException).code ?? "");
  }
}
