import { SITE } from "../../test/deploy/support/proxies.ts";
import type { Findings } from "../fire/findings.ts";
import { ALL_STATES, type MadeKey, madeKey, sampleRelease } from "../fire/sample.ts";
import { Server } from "../fire/server.ts";
import type { Variables, Workspace } from "../fire/workspace.ts";
import { announcedStop } from "./stop-watch.ts";
import { TrialDatabase } from "./trial-database.ts";

/** Nodes that serve one release with one key. */
export interface RestartedNodes {
  readonly nodes: readonly RestartedNode[];
  readonly release: string;
  readonly key: string;
  end(): void;
}

interface Wanted {
  readonly nodes: number;
  /** Processes of the first node; the others have one: both kinds stop and start. */
  readonly workers: number;
  /** Whether they share a PostgreSQL, as in a team; otherwise a home, which starts in less time. */
  readonly hasDatabase: boolean;
  readonly variables: Variables;
}

export async function restartedNodes(workspace: Workspace, wanted: Wanted): Promise<RestartedNodes> {
  const release = await sampleRelease(workspace, workspace.path("rolling.db"));
  const database = wanted.hasDatabase ? await TrialDatabase.start() : null;
  const remove = () => database?.remove();
  process.once("exit", remove);
  const home = workspace.path("home");
  const { key } =
    database === null
      ? await madeKey(workspace, home, "--rate", "off")
      : await filled(workspace, ["--database", database.url], release);
  const optionsOf = (place: number) =>
    database === null
      ? ["--release", release, "--home", home]
      : ["--database", database.url, "--home", workspace.path(`home-${place}`)];
  const numbers = Array.from({ length: wanted.nodes }, (_, place) => place + 1);
  const nodes = await Promise.all(
    numbers.map((number) => {
      const workers = String(number === 1 ? wanted.workers : 1);
      const options = [...optionsOf(number), "--workers", workers];
      return RestartedNode.start(workspace, number, options, wanted.variables);
    }),
  );
  return {
    nodes,
    release,
    key,
    end: () => {
      for (const node of nodes) node.kill();
      process.removeListener("exit", remove);
      remove();
    },
  };
}

/** Gives a database a release and a key, as operators do. */
async function filled(workspace: Workspace, place: readonly string[], release: string): Promise<MadeKey> {
  const pushed = await workspace.run(["releases", "push", release, "--activate", ...place]);
  if (pushed.code !== 0) throw new Error(`The release was not pushed: ${pushed.stderr}`);
  const about = ["--name", "fire", "--states", ALL_STATES, "--rate", "off", "--json"];
  const { stdout } = await workspace.run(["keys", "create", ...about, ...place]);
  return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as MadeKey;
}

/** A node that is stopped and started in its place. */
export class RestartedNode {
  readonly name: string;
  readonly #workspace: Workspace;
  readonly #options: readonly string[];
  readonly #variables: Variables;
  #server: Server;

  private constructor(
    name: string,
    workspace: Workspace,
    options: readonly string[],
    variables: Variables,
    server: Server,
  ) {
    this.name = name;
    this.#workspace = workspace;
    this.#options = options;
    this.#variables = variables;
    this.#server = server;
  }

  static async start(
    workspace: Workspace,
    number: number,
    place: readonly string[],
    variables: Variables,
  ): Promise<RestartedNode> {
    const options = [...place, "--allowed-host", SITE, "--log-level", "warn"];
    const server = await Server.start(workspace, options, variables);
    return new RestartedNode(`node-${number}`, workspace, options, variables, server);
  }

  get port(): number {
    return this.#server.port;
  }

  /** Stops the node and starts it again when it has ended, as an operator does; resolves when it is ready. */
  async restart(notify: (what: string) => void, findings: Findings): Promise<void> {
    const input = { node: this.name };
    notify(`${this.name} receives SIGTERM`);
    this.#server.kill("SIGTERM");
    const problem = await announcedStop(this.port);
    findings.check("nodes say that they stop before they refuse connections", problem, input);
    const code = await this.#server.stopped();
    findings.check("nodes stop", code === 0 ? null : `exit code ${code}: ${this.#server.said}`, input);
    notify(`${this.name} is started`);
    this.#server = await Server.start(this.#workspace, this.#options, this.#variables, this.port);
  }

  kill(): void {
    for (const pid of [this.#server.pid, ...this.#server.workers]) process.kill(pid, "SIGKILL");
  }
}
