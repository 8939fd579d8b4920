/*
 * Loaded before a command (`node --import fault-at.ts?kill=7 ...`): the command is killed when it changes something on the disk for the seventh
 * time. With `?full=7` it finds the disk full from then on, with `?full-while=FILE` as long as there is that file. With `?folder=...&moments=...`
 * it goes on, and keeps a copy of a folder of each such moment: a kill would have left just that.
 */
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";
import { diskIsFull, watchSteps } from "./disk-steps.ts";

const { searchParams } = new URL(import.meta.url);
const folder = searchParams.get("folder");
const moments = searchParams.get("moments");
const fullFrom = Number(searchParams.get("full") ?? Number.POSITIVE_INFINITY);
const fullWhile = searchParams.get("full-while");
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

function stepOnFullDisk(): void {
  steps += 1;
  if (steps >= fullFrom || (fullWhile !== null && existsSync(fullWhile))) throw diskIsFull();
}

const isFull = searchParams.has("full") || fullWhile !== null;
if (isFull) await watchSteps("full", stepOnFullDisk);
else if (isMainThread) await watchSteps("kill", step);
