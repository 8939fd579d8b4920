import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { claimsCsv } from "../fire/claim-files.ts";
import { isJob, JOBS_PATH, type Job, JobClient } from "../fire/job-client.ts";
import { madeKey } from "../fire/sample.ts";
import { Server } from "../fire/server.ts";
import { resultProblem, revokedProblem } from "./job-scenes.ts";
import { NOTICED_MILLISECONDS_MAX, recoveredProblem, type Stage } from "./scene.ts";

const MEBIBYTE = 2 ** 20;
const DISK_MEBIBYTES = 192;
/** What is left to the jobs; the rest is filled before. */
const FREE_MEBIBYTES = 96;
const KEYS = 4;
/** Lines of the files, in turn: when a file finds no room, the next ones are smaller, until not even the smallest does. */
const LINES = [20_000, 4_000, 800, 100, 1];
const FULL = "really full disk";

/**
 * A disk that jobs really fill. SQLite writes by itself and not through Node, so that only this shows whether keys can be revoked.
 * It takes the right to mount one in memory; elsewhere it is not played, and the table says so.
 */
export async function fullDisk(stage: Stage): Promise<void> {
  const { workspace, findings } = stage;
  const disk = workspace.fresh("small-disk");
  const unmount = mounted(disk);
  if (unmount === null) {
    findings.note(`${FULL}, jobs until there is no room`, "not played: no file system can be mounted here");
    return;
  }
  try {
    await onSmallDisk(stage, disk);
  } finally {
    unmount();
  }
}

/** Mounts a small file system; null where that is not allowed. */
function mounted(folder: string): (() => void) | null {
  const unmount = () => void execFileSync("umount", ["--lazy", folder], { stdio: "ignore" });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MEBIBYTES}m`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return null;
  }
  const onExit = () => unmount();
  // Before the folder that it is in is removed.
  process.prependOnceListener("exit", onExit);
  return () => {
    process.off("exit", onExit);
    unmount();
  };
}

async function onSmallDisk(stage: Stage, disk: string): Promise<void> {
  const { workspace, findings } = stage;
  const home = `${disk}/home`;
  mkdirSync(home);
  cpSync(workspace.path("made-home"), home, { recursive: true });
  const keys: string[] = [];
  for (let count = 0; count < KEYS; count += 1) keys.push((await madeKey(workspace, home, "--rate", "off")).key);
  const ending = await madeKey(workspace, home, "--rate", "off");
  const server = await Server.start(workspace, ["--release", workspace.path("made.db"), "--home", home]);
  try {
    writeFileSync(`${disk}/filler`, Buffer.alloc(Math.max(0, freeBytes(disk) - FREE_MEBIBYTES * MEBIBYTE)));
    const accepted = await filled(stage, server.port, keys);
    const row = `${FULL}, jobs until there is no room`;
    findings.check(row, null, null);
    findings.note(row, `${accepted} jobs, ${Math.round(freeBytes(disk) / 1024)} KiB free at last`);
    const scene = { ...stage, server, home, release: "", watching: async () => Promise.reject(new Error("unused")) };
    findings.check(`${FULL}, a key is revoked`, await revokedProblem(scene, ending), { free: freeBytes(disk) });
    findings.check(`${FULL}, right prices`, await recoveredProblem(scene), null);
  } finally {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Uploads files until there is room for none; how many were priced. */
async function filled({ findings, watch }: Stage, port: number, keys: readonly string[]): Promise<number> {
  const clients = keys.map((key) => new JobClient(port, key, watch.patience));
  const rights = new Map<number, string>();
  let priced = 0;
  let client = clients.shift();
  for (const lines of LINES) {
    for (;;) {
      if (client === undefined) return priced;
      const sent = await client.upload(claimsCsv(lines)).catch((error: Error) => error);
      // A key that has as many jobs as it may is followed by the next one.
      if (!(sent instanceof Error) && sent.status === 429) {
        client.close();
        client = clients.shift();
        continue;
      }
      if (sent instanceof Error || sent.status !== 202) {
        const isToldOf = !(sent instanceof Error) && sent.status < 600 && sent.status !== 500;
        findings.check(`${FULL}, an upload is refused`, isToldOf ? null : String(sent), { lines });
        break;
      }
      const { id } = JSON.parse(sent.body) as Job;
      const job = await client.ended(id, NOTICED_MILLISECONDS_MAX);
      const download = await client.get(`${JOBS_PATH}/${id}/results`);
      const right = rights.get(lines) ?? download.body;
      if (download.status === 200) rights.set(lines, right);
      findings.check(`${FULL}, no half result`, resultProblem(job, download, right), { lines });
      if (!isJob(job) || job.status !== "done") break;
      priced += 1;
    }
  }
  for (const each of [client, ...clients]) each?.close();
  return priced;
}
