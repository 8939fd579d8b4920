import type { Random } from "../fire/random.ts";
import { ALL_STATES, type MadeKey } from "../fire/sample.ts";
import { waitFor } from "../fire/wait-for.ts";
import { sharedClock } from "../soak/shared-clock.ts";
import { command, type Fleet, nodesUnless, toldBy } from "./fleet.ts";

/** A key of the trial; null: a command about it was interrupted, and either may be so. */
interface Entry extends MadeKey {
  works: boolean | null;
}

/** Keys that are made, replaced and revoked by commands while nodes serve; and what must be so of each. */
export class KeyBook {
  readonly #fleet: Fleet;
  /** Of a state that every key may ask. */
  readonly #path: string;
  readonly #entries: Entry[] = [];

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
    this.#path = fleet.releases[0]?.lookups[0]?.path as string;
  }

  /** Makes a key; null when the database was away. */
  async make(...options: readonly string[]): Promise<MadeKey | null> {
    const about = ["keys", "create", "--name", "fire", "--states", ALL_STATES, ...options];
    return this.#noted(await command(this.#fleet, about));
  }

  /** A key from its beginning to its end. */
  async live(random: Random): Promise<void> {
    const first = await this.make();
    if (first === null) return;
    await this.#worksEverywhere(first);
    if (random.chance(0.5)) {
      const second = this.#noted(await command(this.#fleet, ["keys", "rotate", first.id, "--overlap", "1h"]));
      if (second !== null) await this.#worksEverywhere(second);
    }
    await this.#revoke(first.id);
  }

  /** At the end: no key is lost, every key works or is refused everywhere, as it was left. */
  async conclude(): Promise<void> {
    const { findings, database } = this.#fleet;
    const there = await database.ask((sql) => sql<{ id: string }[]>`SELECT id FROM ratebook.keys`);
    const ids = new Set(there.map(({ id }) => id));
    for (const { id, key, works } of this.#entries) {
      findings.check("keys, none is lost", ids.has(id) ? null : "it is not in the database", { id });
      if (works === null) continue;
      const wrong = await nodesUnless(
        this.#fleet,
        async (node) => (await node.status(this.#path, key)) === (works ? 200 : 401),
      );
      const problem = wrong.length === 0 ? null : `it ${works ? "does not work" : "works"}: ${toldBy(wrong)}`;
      findings.check("keys, as they were left on every node", problem, { id });
    }
  }

  #noted({ code, stdout }: { readonly code: number | null; readonly stdout: string }): MadeKey | null {
    if (code !== 0) return null;
    const { id, key } = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as MadeKey;
    this.#entries.push({ id, key, works: true });
    return { id, key };
  }

  async #worksEverywhere({ id, key }: MadeKey): Promise<void> {
    const lacking = await nodesUnless(this.#fleet, async (node) => (await node.status(this.#path, key)) === 200);
    const problem = lacking.length === 0 ? null : `it is refused: ${toldBy(lacking)}`;
    this.#fleet.findings.check("keys, a new one works on every node", problem, { id });
  }

  async #revoke(id: string): Promise<void> {
    const entry = this.#entries.find((each) => each.id === id) as Entry;
    const { nodes, database, witness, findings, promises } = this.#fleet;
    const { code } = await command(this.#fleet, ["keys", "revoke", id]);
    entry.works = code === 0 ? false : null;
    if (code !== 0) return;
    const revokedAt = sharedClock();
    for (const node of nodes) {
      const isRefused = async () => (await node.status(this.#path, entry.key)) === 401;
      const isEverRefused = await waitFor(async () => node.down.isOn || (await isRefused()), 60_000);
      const refusedAt = sharedClock();
      // While the database or the node is away there is no telling it.
      if (
        isEverRefused &&
        (database.disturbed.touches(revokedAt, refusedAt) || node.down.touches(revokedAt, refusedAt))
      )
        continue;
      const still = await witness.stoodStill(revokedAt, refusedAt);
      const isLate = refusedAt - revokedAt > promises.patience.revokedMillisecondsMax + still;
      const problem = `it worked on ${node.name} for another ${Math.round(refusedAt - revokedAt)} ms: ${toldBy([node])}`;
      findings.check("keys, a revoked one is refused within 2 s", isLate ? problem : null, { id });
    }
  }
}
