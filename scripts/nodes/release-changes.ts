import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Random } from "../fire/random.ts";
import { command, type Fleet, nodesUnless, toldBy } from "./fleet.ts";
import type { PricedRelease } from "./priced-releases.ts";
import type { TrialNode } from "./trial-node.ts";

/** A push begins to write some 0.4 s after its start, and has ended after a second. */
const PUSH_MILLISECONDS = 1_200;

/** Releases that are pushed, activated and rolled back by commands while nodes serve. */
export class ReleaseChanges {
  readonly #fleet: Fleet;

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  async activateAnother(random: Random): Promise<void> {
    const release = random.pick(await this.#inactive());
    if (await this.#isPushed(release)) await this.#activate(release);
    else await this.#pushed(release, "--activate");
    await this.followed("releases, every node follows an activation");
  }

  /** What is not in use is removed but for what was pushed last, and pushed again by a command that is killed and one that is not. */
  async killPush(random: Random): Promise<void> {
    await command(this.#fleet, ["releases", "prune", "--keep", "1"]);
    const release = random.pick(await this.#inactive());
    const dies = wait(random.whole(PUSH_MILLISECONDS));
    await command(this.#fleet, ["releases", "push", release.file], (child) => {
      void dies.then(() => child.kill("SIGKILL"));
    });
    this.#fleet.findings.tried("releases, push killed");
    await this.#pushed(release);
  }

  /** A node that has to pull what is damaged stays with what it has, until the release was pushed again. */
  async damageChunk(random: Random): Promise<void> {
    const { nodes, database, findings } = this.#fleet;
    const release = random.pick(await this.#inactive());
    const node = random.pick(nodes);
    if (!(await this.#pushed(release)) || node.down.isOn || database.disturbed.isOn) return;
    rmSync(join(node.home, "releases", `${release.contentHash}.db`), { force: true });
    const damaged = await database
      .ask(
        (sql) => sql`
          UPDATE ratebook.release_chunks SET bytes = set_byte(bytes, 9, (get_byte(bytes, 9) + 1) % 256)
          WHERE number = 0 AND file_number =
            (SELECT file_number FROM ratebook.releases WHERE content_hash = ${release.contentHash})`,
      )
      .catch(() => null);
    if (damaged === null) return;
    await this.#activate(release);
    await wait(1_000 + random.whole(3_000));
    const holds = existsSync(join(node.home, "releases", `${release.contentHash}.db`));
    const isStillDamaged = damaged.count > 0;
    findings.check("releases, a damaged chunk is not taken", holds && isStillDamaged ? "it was" : null, {
      node: node.name,
    });
    await this.#pushed(release);
    await this.followed("releases, every node follows once a damaged one is fixed");
  }

  /** Every node serves what is active in the end. */
  async followed(what: string): Promise<void> {
    const serves = async (node: TrialNode) => {
      const active = await this.#active();
      return active !== null && (await node.ready())?.release?.version === active;
    };
    const behind = await nodesUnless(this.#fleet, serves);
    this.#fleet.findings.check(what, behind.length === 0 ? null : `not served: ${toldBy(behind)}`, {});
  }

  async #activate({ version }: PricedRelease): Promise<void> {
    await command(this.#fleet, ["releases", "activate", version]);
  }

  /** Whether it is in the catalogue afterwards, whole. */
  async #pushed({ file }: PricedRelease, ...options: readonly string[]): Promise<boolean> {
    for (;;) {
      const { code, isUndisturbed } = await command(this.#fleet, ["releases", "push", file, ...options]);
      if (code === 0) return true;
      if (isUndisturbed) return false;
    }
  }

  async #inactive(): Promise<readonly PricedRelease[]> {
    const active = await this.#active();
    return this.#fleet.releases.filter(({ version }) => version !== active);
  }

  /** Null: the database is away, or none is active. */
  async #active(): Promise<string | null> {
    const rows = await this.#query(
      (sql) => sql<{ version: string }[]>`
        SELECT version FROM ratebook.active_release JOIN ratebook.releases USING (content_hash)`,
    );
    return rows[0]?.version ?? null;
  }

  async #isPushed({ contentHash }: PricedRelease): Promise<boolean> {
    const rows = await this.#query((sql) => sql`SELECT FROM ratebook.releases WHERE content_hash = ${contentHash}`);
    return rows.length > 0;
  }

  async #query<Row>(
    question: (sql: Parameters<Parameters<Fleet["database"]["ask"]>[0]>[0]) => Promise<readonly Row[]>,
  ): Promise<readonly Row[]> {
    return await this.#fleet.database.ask(question).catch(() => []);
  }
}
