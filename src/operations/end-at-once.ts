/**
 * Ends the process from its `exit` event without waiting for its threads. Node joins every one of them before it ends,
 * and one that is in native code cannot be told to stop. Becoming another program ends them all; that one ends with the
 * exit code. Where the system or the version of Node has no such call, the process is killed.
 */
export function endAtOnce(exitCode: number): void {
  try {
    process.execve?.(process.execPath, [process.execPath, "--eval", `process.exit(${exitCode})`], {});
  } catch {
    // Windows, or a file of Node that is gone.
  }
  process.kill(process.pid, "SIGKILL");
}
