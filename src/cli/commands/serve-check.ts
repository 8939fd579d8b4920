import { accessSync, constants, existsSync, readFileSync, statfsSync } from "node:fs";
import { totalmem } from "node:os";
import { dirname } from "node:path";
import { failure, failureFrom, isOutside } from "../../core/runtime/failure.ts";
import { plainCountText } from "../../core/text/plural.ts";
import { wrapped } from "../../core/text/terminal.ts";
import type { StoredKey } from "../../keys/api-key.ts";
import { keyStatus } from "../../keys/issue.ts";
import { KeyFile } from "../../keys/key-file.ts";
import { PostgresKeyStore } from "../../keys/postgres-key-store.ts";
import { PostgresCatalogue } from "../../nodes/catalogue/postgres-catalogue.ts";
import { Database } from "../../nodes/database/database.ts";
import { schemaVersion } from "../../nodes/database/schema.ts";
import { JOB_LIMITS } from "../../reprice/limits.ts";
import { HTTP_LIMITS } from "../../serve/http/limits.ts";
import { orRefused } from "../../serve/operations/answering.ts";
import { portConflict, type ServerChoices } from "../../serve/operations/configuration.ts";
import { homeIn, openHome } from "../../serve/operations/home.ts";
import { refuseMirrored } from "../../serve/operations/key-place.ts";
import { NOTHING_TO_SERVE } from "../../serve/operations/node/release-follower.ts";
import { activeReleaseOf } from "../../serve/operations/open-catalogue.ts";
import { freePort } from "../../serve/operations/port.ts";
import { runningServers } from "../../serve/operations/server-status.ts";
import { todayIn } from "../../serve/operations/today.ts";
import { type ExitCode, print } from "../command-io.ts";
import { product } from "../product.ts";

/* `ratebook serve --check`: opens what `serve` opens, in its order, and prints what it finds. It creates and changes nothing. */

/** `note`: it serves, but maybe not as the operator expects. */
interface Finding {
  readonly mark: "ok" | "note" | "error";
  readonly text: string;
}

/** A failure that it throws keeps `serve` from starting. */
type Check = (choices: ServerChoices) => AsyncIterable<Finding> | Iterable<Finding>;

const CHECKS: Readonly<Record<string, Check>> = {
  home: homeFindings,
  keys: keyFindings,
  database: databaseFindings,
  release: releaseFindings,
  port: portFindings,
  memory: memoryFindings,
  files: openFilesFindings,
  clock: clockFindings,
};

/** Exits with 1 if `serve` would not start. */
export async function checkServe(choices: ServerChoices): Promise<ExitCode> {
  let errors = 0;
  for (const [name, check] of Object.entries(CHECKS)) {
    try {
      for await (const finding of check(choices)) printFinding(name, finding);
    } catch (error) {
      if (!isOutside(error)) throw error;
      errors += 1;
      printFinding(name, { mark: "error", text: error.message });
    }
  }
  print(errors === 0 ? "\nIt can serve." : `\nIt cannot serve: ${plainCountText(errors, "error", "errors")}.`);
  return errors === 0 ? 0 : 1;
}

function printFinding(name: string, { mark, text }: Finding): void {
  print(wrapped(`${mark.padEnd("error".length)}  ${name.padEnd("database".length)}  `, text));
}

function ok(text: string): Finding {
  return { mark: "ok", text };
}

function note(text: string): Finding {
  return { mark: "note", text };
}

function* homeFindings({ home }: ServerChoices): Iterable<Finding> {
  const folder = nearestFolder(home);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    if (folder !== home) throw failureFrom(error, `The home folder ${home} cannot be made`, "Choose another --home.");
    yield note(`${home} cannot be written: its keys work, but repricing and the audit log do not.`);
  }
  // `serve` makes a folder that is missing.
  if (folder !== home) yield note(`${home} is missing: check --home, or let serve make it.`);
  else openHome(home);
  const { bavail, bsize } = statfsSync(folder);
  yield ok(`${bytesText(bavail * bsize)} are free on the disk of ${home}.`);
}

function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

function* keyFindings({ home, database }: ServerChoices): Iterable<Finding> {
  if (database !== null) return;
  const { keysFile } = homeIn(home);
  const place = `--home ${home}`;
  if (!existsSync(keysFile)) return yield workingKeys([], place);
  refuseMirrored(homeIn(home));
  const file = new KeyFile(keysFile, { mustExist: true });
  yield workingKeys(file.list(), place);
  file.close();
}

function workingKeys(stored: readonly StoredKey[], place: string): Finding {
  const now = new Date();
  const working = stored.filter(({ key }) => keyStatus(key, now) === "active").length;
  if (working === 0) return note(`No key works: make one with "ratebook keys create ${place}".`);
  return ok(`${plainCountText(working, "key works", "keys work")}.`);
}

/** Clocks with a time service differ by milliseconds: seconds mean that one of them has none. */
const CLOCK_MILLISECONDS_MAX = 2_000;

async function* databaseFindings({ database: url, release }: ServerChoices): AsyncIterable<Finding> {
  if (url === null) return;
  const database = new Database(url, { connections: 1, applicationName: "ratebook serve --check" });
  try {
    await database.refuseUnusable();
    const isNew = (await schemaVersion(database.sql)) === null;
    if (isNew) return yield note(`${database.shown} has no schema yet: serve makes it.`);
    const before = Date.now();
    const [row] = await database.sql<[{ now: Date }]>`SELECT clock_timestamp() AS now`;
    const ahead = row.now.getTime() - (before + Date.now()) / 2;
    yield ok(`${database.shown} is reached, and has the schema.`);
    if (Math.abs(ahead) > CLOCK_MILLISECONDS_MAX) {
      yield note(
        `Its clock differs from this machine's by ${Math.round(Math.abs(ahead) / 1_000)} s: synchronise both.`,
      );
    }
    yield workingKeys(await new PostgresKeyStore(database).list(), "--database URL");
    if (release !== null) return;
    const active = await new PostgresCatalogue(database).active();
    yield active === null
      ? note(`${NOTHING_TO_SERVE.why} ${NOTHING_TO_SERVE.remedy} A node waits for it.`)
      : ok(`${active.name} ${active.version} is active: a node pulls and verifies it.`);
  } catch (error) {
    throw database.failureFrom(error);
  } finally {
    await database.close();
  }
}

async function* releaseFindings({ home, release, database }: ServerChoices): AsyncIterable<Finding> {
  if (release === null && database !== null) return;
  const file = release ?? (await activeReleaseOf(home));
  if (file === null) throw failure(`${NOTHING_TO_SERVE.why} ${NOTHING_TO_SERVE.remedy}`);
  const { name, version, contentHash } = await orRefused(() => product.describeRelease(file));
  yield ok(`${file} is sound: ${name} ${version}, content ${contentHash}.`);
}

async function* portFindings(choices: ServerChoices): AsyncIterable<Finding> {
  const { home, host, port, metricsPort } = choices;
  const conflict = portConflict(choices);
  if (conflict !== null) throw failure(conflict);
  const ours = runningServers(homeIn(home)).find((server) => server.port === port && port !== 0);
  if (ours !== undefined) {
    yield ok(
      `${port} is served by process ${ours.pid} of this home, with ${ours.release.name} ${ours.release.version}.`,
    );
    return;
  }
  for (const each of metricsPort === null ? [port] : [port, metricsPort]) {
    await freePort(host, each);
    yield ok(each === 0 ? "serve takes any free one." : `${each} on ${host} is free.`);
  }
}

const MEBIBYTE = 1024 * 1024;
/** Memory of a busy process with its bytes in flight and its files to reprice (docs/operations.md, Memory). */
const PROCESS_BYTES = (512 + JOB_LIMITS.filesMebibytesMax) * MEBIBYTE;

function* memoryFindings({ workers }: ServerChoices): Iterable<Finding> {
  const allowed = process.constrainedMemory();
  // Without a limit of a container the system reports none, or an impossible one.
  const bytes = allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
  const found = `${bytesText(bytes)} for ${plainCountText(workers, "process", "processes")}`;
  const needed = workers * PROCESS_BYTES;
  if (bytes >= needed) yield ok(`${found}.`);
  else yield note(`${found}; busy ones take up to ${bytesText(needed)}: add memory, or set fewer --workers.`);
}

/** Besides connections: the release in every thread, keys, files of jobs and Node's own files. */
const OTHER_FILES = 512;
const FILES_NEEDED = HTTP_LIMITS.connectionsMax + OTHER_FILES;

/** Node has raised its own limit as far as it may, as it does in a server. Only Linux reports it. */
function* openFilesFindings(): Iterable<Finding> {
  if (process.platform !== "linux") return;
  const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
  if (soft === undefined || Number(soft) >= FILES_NEEDED)
    yield ok(`A process may open ${soft ?? "any number of"} files.`);
  else yield note(`A process may open ${soft} files, and needs ${FILES_NEEDED}: "ulimit -n 65536" (LimitNOFILE).`);
}

/** Requests without a date are priced for this day: in UTC it is tomorrow on an evening in the states. */
function* clockFindings({ timeZone }: ServerChoices): Iterable<Finding> {
  const zone = timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const found = `It is ${new Date().toISOString()}, and today is ${todayIn(zone)()} in ${zone}`;
  if (timeZone !== null || !/^(?:Etc\/)?(?:UTC|GMT)$/.test(zone)) yield ok(`${found}.`);
  else yield note(`${found}, the zone of this machine: name yours, such as --time-zone America/New_York.`);
}

function bytesText(bytes: number): string {
  return `${(bytes / 1024 / MEBIBYTE).toFixed(1)} GiB`;
}
