/*
 * Loaded before a command (`node --import fault-at.ts?kill=7 ...`): the command is killed when it changes something on the disk for the seventh
 * time. With `?folder=...&moments=...` it goes on, and keeps a copy of a folder of each such moment: a kill would have left just that.
 */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";
import { watchSteps } from "./disk-steps.ts";

const { searchParams } = new URL(import.meta.url);
const folder = searchParams.get("folder");
const moments = searchParams.get("moments");
let steps = 0;
let isCopying = false;

function step(): void {
  if (isCopying) return;
  steps += 1;
  if (steps === Number(searchParams.get("kill"))) process.kill(process.pid, "SIGKILL");
  if (folder === null || moments === null) return;
  isCopying = true;
  cpSync(folder, join(moments, String(steps)), { recursive: true });
  isCopying = false;
}

if (isMainThread) await watchSteps("kill", step);
