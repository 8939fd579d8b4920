import type { ProcessSize } from "../fire/process-size.ts";
import type { Random } from "../fire/random.ts";
import { Judge } from "../soak/judge.ts";
import { load } from "../soak/load.ts";
import { type Kind, Mix } from "../soak/mix.ts";
import { sizeOnceWarm } from "../soak/warm-size.ts";
import type { Fleet } from "./fleet.ts";
import { LimitWatch } from "./limit-watch.ts";
import { NodeAudience } from "./node-audience.ts";
import { RightAnswers } from "./right-answers.ts";
import type { Trial } from "./several-nodes.ts";
import type { TrialNode } from "./trial-node.ts";
import { UsageAccount } from "./usage-account.ts";

/** A client that pauses as long as it waited leaves capacity for the database and the commands. */
const PAUSE_SHARE = 1;

interface Keys {
  readonly free: string;
  readonly limited: string;
}

interface Served {
  readonly node: TrialNode;
  readonly judge: Judge;
  readonly audience: NodeAudience;
}

/** The clients of all nodes: some that ask for what they like, and some with a limit that they want to exceed. */
export class FleetLoad {
  readonly usage: UsageAccount;
  readonly limits: LimitWatch;
  readonly #fleet: Fleet;
  readonly #trial: Trial;
  readonly #mix: Mix;
  readonly #random: Random;
  readonly #served: readonly Served[];
  #isOver = false;
  #begunAt = 0;

  private constructor(fleet: Fleet, trial: Trial, keys: Keys, mix: Mix, random: Random) {
    const { findings, witness, releases } = fleet;
    this.#fleet = fleet;
    this.#trial = trial;
    this.#mix = mix;
    this.#random = random;
    const usage = new UsageAccount();
    this.usage = usage;
    const right = new RightAnswers(releases);
    this.#served = fleet.nodes.map((node) => {
      const stoodStill = (from: number, to: number) => witness.stoodStill(from, to);
      // An answer is lost where its node was killed, and nowhere else.
      const isExplained = async (at: number) => node.down.touches(at, at);
      const judge = new Judge({ stoodStill, isExplained, patience: fleet.promises.patience, findings });
      return { node, judge, audience: new NodeAudience({ node, right, judge, usage }) };
    });
    const audienceOf = (node: TrialNode) => this.#servedBy(node).audience;
    const lookups = releases[0]?.lookups ?? [];
    this.limits = new LimitWatch({ key: keys.limited, lookups, audienceOf, findings });
  }

  static async prepare(fleet: Fleet, trial: Trial, keys: Keys, random: Random): Promise<FleetLoad> {
    const [node] = fleet.nodes;
    const lookups = fleet.releases[0]?.lookups ?? [];
    const mix = await Mix.quietly((node as TrialNode).port, keys.free, lookups, random.branch("searches"));
    return new FleetLoad(fleet, trial, keys, mix, random);
  }

  /** What each node has grown to under load, before anything is disturbed. */
  async sizesOnceWarm(milliseconds: number): Promise<ReadonlyMap<TrialNode, ProcessSize>> {
    const sizes = this.#served.map(async ({ node, audience }) => {
      const { base } = await sizeOnceWarm(node.server.pid, (round) =>
        load({ ...this.#loadOf(node, `warming ${round}`), milliseconds }, audience),
      );
      return [node, base] as const;
    });
    return new Map(await Promise.all(sizes));
  }

  /** Clients ask from now on; resolves when all have left. */
  begin(): Promise<unknown> {
    this.#begunAt = performance.now();
    const isOver = () => this.#isOver;
    const free = this.#served.map(({ node, audience }) =>
      load({ ...this.#loadOf(node, "load"), milliseconds: Number.POSITIVE_INFINITY, isOver }, audience),
    );
    return Promise.all([...free, this.limits.until(isOver, this.#fleet.nodes)]);
  }

  /** Has the clients leave, and tells how they were served. */
  async end(loaded: Promise<unknown>): Promise<void> {
    this.#isOver = true;
    await loaded;
    const seconds = (performance.now() - this.#begunAt) / 1_000;
    const { findings } = this.#fleet;
    const slowest = new Map<Kind, number>();
    for (const { judge } of this.#served) {
      await judge.conclude();
      for (const [kind, milliseconds] of judge.slowest)
        slowest.set(kind, Math.max(slowest.get(kind) ?? 0, milliseconds));
    }
    for (const [kind, milliseconds] of slowest) findings.note(kind, `slowest ${Math.round(milliseconds)} ms`);
    const answers = this.#served.reduce((sum, { judge }) => sum + judge.answers, 0);
    findings.note("load", `${Math.round(answers / seconds)} answers a second of ${this.#served.length} nodes`);
  }

  #loadOf(node: TrialNode, name: string) {
    const { clientsPerNode: clients } = this.#trial;
    const random = this.#random.branch(`${node.name} ${name}`);
    return { port: node.port, mix: this.#mix, random, pauseShare: PAUSE_SHARE, clients };
  }

  #servedBy(node: TrialNode): Served {
    return this.#served.find((served) => served.node === node) as Served;
  }
}
