const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Calls `undo` when a signal interrupts the program, which then ends. Returns a function that removes the handler. */
export function undoneWhenInterrupted(undo: () => void): () => void {
  const onSignal = (signal: NodeJS.Signals): void => {
    forget();
    undo();
    // Without listeners the signal now ends the program.
    process.kill(process.pid, signal);
  };
  function forget(): void {
    for (const signal of SIGNALS) process.removeListener(signal, onSignal);
  }
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return forget;
}
