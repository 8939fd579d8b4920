import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RunningServer, temporaryFolder } from "./running-server.ts";

const FIXTURE_SERVER = new URL("./fixture-server.ts", import.meta.url).pathname;

/** A folder with a release and a home, and the servers of the fixture product that run with them. */
export class FixtureHome {
  readonly #folder = temporaryFolder();
  readonly #servers: RunningServer[] = [];
  readonly path = this.#folder.path;
  readonly release = join(this.path, "release.json");
  readonly home = join(this.path, "home");

  constructor() {
    this.publish("first");
  }

  /** What a server of it is started with, in a shell. */
  readonly command = `exec ${process.execPath} ${FIXTURE_SERVER}`;

  get variables(): Readonly<Record<string, string>> {
    return { RATEBOOK_RELEASE: this.release, RATEBOOK_HOME: this.home, RATEBOOK_PORT: "0" };
  }

  /** Puts a release in place as `build` does: written beside and renamed. */
  publish(name: string, openMilliseconds = 0): void {
    this.replaceBy(JSON.stringify({ name, openMilliseconds }));
  }

  replaceBy(content: string): void {
    writeFileSync(`${this.release}.new`, content);
    renameSync(`${this.release}.new`, this.release);
  }

  launch(workers: number, variables: Readonly<Record<string, string>> = {}): RunningServer {
    return this.#launched(process.execPath, [FIXTURE_SERVER], workers, variables);
  }

  /** Under a limit of the shell, such as `ulimit -n 64`. */
  launchLimited(limit: string, workers: number, variables: Readonly<Record<string, string>> = {}): RunningServer {
    const script = `${limit}; exec "$@"`;
    return this.#launched("bash", ["-c", script, "bash", process.execPath, FIXTURE_SERVER], workers, variables);
  }

  async remove(): Promise<void> {
    for (const server of this.#servers) {
      server.process.kill("SIGKILL");
      await server.ended();
    }
    this.#folder.remove();
  }

  #launched(
    command: string,
    args: readonly string[],
    workers: number,
    variables: Readonly<Record<string, string>>,
  ): RunningServer {
    const server = new RunningServer(command, args, {
      ...this.variables,
      RATEBOOK_WORKERS: String(workers),
      ...variables,
    });
    this.#servers.push(server);
    return server;
  }
}

/** The processes that a process has started. */
export function childrenOf(pid: number | undefined): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return text === "" ? [] : text.split(" ").map(Number);
}

export async function releaseName(server: RunningServer): Promise<unknown> {
  return ((await (await server.fetch("/release")).json()) as { readonly name: string }).name;
}
