import { setTimeout as wait } from "node:timers/promises";
import { WINDOW_MILLISECONDS, windowAt } from "../../src/keys/rate-limits.ts";
import type { Findings } from "../fire/findings.ts";
import { Client } from "../fire/http.ts";
import type { KnownLookup } from "../fire/known-lookups.ts";
import type { Expected } from "../soak/mix.ts";
import { sharedClock } from "../soak/shared-clock.ts";
import type { NodeAudience } from "./node-audience.ts";
import type { Spans } from "./spans.ts";
import type { TrialNode } from "./trial-node.ts";

/** What the limited key may use in a window of ten seconds, over all nodes: a fraction of what its clients ask for. */
const LIMIT_PER_WINDOW = 1_000;
export const LIMIT_PER_MINUTE = (LIMIT_PER_WINDOW * 60_000) / WINDOW_MILLISECONDS;
const LANES_PER_NODE = 2;
const ADMITTED_PAUSE_MILLISECONDS = 1;
const REFUSED_PAUSE_MILLISECONDS = 50;

interface WindowCount {
  /** Sent and answered in the window. */
  within: number;
  /** Sent in it and answered in the next, or the other way round: which one was charged is not known. */
  astride: number;
}

interface Limited {
  readonly key: string;
  readonly lookups: readonly KnownLookup[];
  readonly audienceOf: (node: TrialNode) => NodeAudience;
  readonly findings: Findings;
}

/** Clients of one key that ask all nodes for more than its limit all the time. */
export class LimitWatch {
  readonly #limited: Limited;
  readonly #windows = new Map<number, WindowCount>();
  readonly #clockAhead = Date.now() - sharedClock();

  constructor(limited: Limited) {
    this.#limited = limited;
  }

  async until(isOver: () => boolean, nodes: readonly TrialNode[]): Promise<void> {
    await Promise.all(nodes.flatMap((node) => Array.from({ length: LANES_PER_NODE }, () => this.#lane(node, isOver))));
  }

  /**
   * Holds every whole window against the limit. One in which the database was away is told apart: nodes go on with a share each there, in addition to what they
   * had used before.
   */
  conclude(disturbed: Spans, tolerance: number): void {
    const { findings } = this.#limited;
    let worst = LIMIT_PER_WINDOW;
    let mostWhileAway = 0;
    // The first and the last window were not measured from beginning to end.
    for (const [window, { within, astride }] of [...this.#windows].sort(([a], [b]) => a - b).slice(1, -1)) {
      const from = window * WINDOW_MILLISECONDS - this.#clockAhead;
      if (disturbed.touches(from, from + WINDOW_MILLISECONDS)) {
        mostWhileAway = Math.max(mostWhileAway, within);
        findings.tried("limits, windows with the database away");
        continue;
      }
      const isOver = within > LIMIT_PER_WINDOW * (1 + tolerance);
      const isUnder = within + astride < LIMIT_PER_WINDOW * (1 - tolerance);
      const problem = `${within} and up to ${astride} more of ${LIMIT_PER_WINDOW} lookups were admitted`;
      findings.check("limits, windows", isOver || isUnder ? problem : null, { window });
      if (Math.abs(within - LIMIT_PER_WINDOW) > Math.abs(worst - LIMIT_PER_WINDOW)) worst = within;
    }
    findings.note("limits, windows", `farthest from ${LIMIT_PER_WINDOW}: ${worst}`);
    findings.note("limits, windows with the database away", `${mostWhileAway} at most`);
  }

  async #lane(node: TrialNode, isOver: () => boolean): Promise<void> {
    const { key, lookups, audienceOf } = this.#limited;
    const audience = audienceOf(node);
    const client = new Client(node.port, 1);
    for (let place = 0; !isOver(); place += 1) {
      const expected = expectedOf(lookups[place % lookups.length] as KnownLookup, key);
      const sent = windowAt(Date.now());
      try {
        const answer = await client.send(expected.sent);
        if (answer.status === 200) this.#admitted(sent, windowAt(Date.now()));
        if (answer.status !== 429) audience.answered(expected, answer);
        await wait(answer.status === 429 ? REFUSED_PAUSE_MILLISECONDS : ADMITTED_PAUSE_MILLISECONDS);
      } catch (error) {
        audience.broken(expected, error as Error);
        await wait(REFUSED_PAUSE_MILLISECONDS);
      }
    }
    client.close();
  }

  #admitted(sent: number, received: number): void {
    for (let window = sent; window <= received; window += 1) {
      const count = this.#windows.get(window) ?? { within: 0, astride: 0 };
      if (sent === received) count.within += 1;
      else count.astride += 1;
      this.#windows.set(window, count);
    }
  }
}

function expectedOf({ path, answer, query }: KnownLookup, key: string): Expected {
  const kind = query.provider_name === undefined ? "lookup" : "lookup by name";
  return {
    kind,
    sent: { method: "GET", path, headers: { authorization: `Bearer ${key}` } },
    status: 200,
    body: answer,
  };
}
