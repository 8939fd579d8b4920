const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Undoes something when the program is interrupted, which then ends as it was told to. The result forgets about it. */
export function undoneWhenInterrupted(undo: () => void): () => void {
  const onSignal = (signal: NodeJS.Signals): void => {
    forget();
    undo();
    // The last who listened has gone, so that now the signal ends the program.
    process.kill(process.pid, signal);
  };
  function forget(): void {
    for (const signal of SIGNALS) process.removeListener(signal, onSignal);
  }
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return forget;
}
