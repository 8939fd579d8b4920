import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { LASTING_VARIABLE } from "../lasting-folder.ts";

/** Where Linux keeps files in memory. */
const IN_MEMORY = "/dev/shm";

/** Many times what the files of a run take. */
const FREE_BYTES_MIN = 8 * 1024 ** 3;

/** As that of the system: other users work there too, such as that of PostgreSQL. */
const OF_EVERYBODY = 0o1777;

/**
 * All temporary files of a run are in one folder, which is removed after the last test with what killed processes have left. It is in memory where
 * there is room: waiting for the disk takes a fifth of the time of tests that import and compile.
 */
export function setup(): () => void {
  const lasting = tmpdir();
  const folder = mkdtempSync(join(hasRoomInMemory() ? IN_MEMORY : lasting, "ratebook-tests-"));
  chmodSync(folder, OF_EVERYBODY);
  const { TMPDIR: before } = process.env;
  process.env[LASTING_VARIABLE] = lasting;
  process.env.TMPDIR = folder;
  return () => {
    delete process.env[LASTING_VARIABLE];
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true });
  };
}

function hasRoomInMemory(): boolean {
  if (process.platform !== "linux" || !existsSync(IN_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize >= FREE_BYTES_MIN && freemem() >= FREE_BYTES_MIN && !isNoExec();
}

/** Some tests run programs that they have written. */
function isNoExec(): boolean {
  const mount = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .find((line) => line.split(" ")[1] === IN_MEMORY);
  return mount?.split(" ")[3]?.split(",").includes("noexec") ?? true;
}
