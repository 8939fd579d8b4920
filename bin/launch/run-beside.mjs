// @ts-check
import { spawn } from "node:child_process";
import { isatty } from "node:tty";
import { LAUNCHER_VARIABLE, stopWithParent } from "./parent.mjs";

/** Passed on whoever sends them. */
const SIGNALS = /** @type {const} */ (["SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2"]);
/** A terminal sends these to all processes that it runs: passed on as well, they would come twice, and the second one means "at once". */
const SIGNALS_OF_TERMINALS = /** @type {const} */ (["SIGINT", "SIGQUIT"]);

/**
 * Runs a program as a child that has our streams, gets our signals and gives us its exit code.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {boolean} isScript whether npm runs it, with a shell between
 * @returns {Promise<never>}
 */
export function runBeside(program, args, env, isScript) {
  // SIGKILL ends this process alone and cannot be passed on: the program looks for it.
  const child = spawn(program, args, { stdio: "inherit", env: { ...env, [LAUNCHER_VARIABLE]: String(process.pid) } });
  const hasTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
  for (const signal of SIGNALS) listen(signal, () => child.kill(signal));
  for (const signal of SIGNALS_OF_TERMINALS) listen(signal, () => hasTerminal || child.kill(signal));
  if (isScript) stopWithParent(() => child.kill("SIGTERM"));
  return new Promise((_resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      if (signal === null) process.exit(code ?? 1);
      // Ends as the child did, so that whoever waits for us sees the same.
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    });
  });
}

/**
 * @param {NodeJS.Signals} signal
 * @param {() => unknown} act
 */
function listen(signal, act) {
  try {
    process.on(signal, act);
  } catch {
    // A system that does not know the signal does not send it.
  }
}
