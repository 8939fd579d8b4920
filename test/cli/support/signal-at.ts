/*
 * Loaded before a command (`node --import signal-at.ts?file=/tmp/out.csv.progress&signal=SIGKILL ...`): the signal reaches the command right after
 * a file got its name for the first time, so that no test has to be quick enough to send it.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { isMainThread } from "node:worker_threads";

const { searchParams } = new URL(import.meta.url);
const file = searchParams.get("file");
const signal = searchParams.get("signal") as NodeJS.Signals;

if (isMainThread) {
  const { rename } = fs.promises;
  let isSent = false;
  fs.promises.rename = async (from, to) => {
    await rename(from, to);
    if (to !== file || isSent) return;
    isSent = true;
    process.kill(process.pid, signal);
  };
  syncBuiltinESMExports();
}
