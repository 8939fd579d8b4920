import { setTimeout as wait } from "node:timers/promises";
import type { Random } from "../fire/random.ts";
import { type Fleet, inRounds, nodesUnless, toldBy } from "./fleet.ts";
import { OUTAGES, type Outage } from "./trial-database.ts";

export interface Pace {
  /** How long the database is away at most. */
  readonly outageMillisecondsMax: number;
  /** How long it is left alone between two faults, at most; half of that at least. */
  readonly calmMillisecondsMax: number;
}

/** Nodes ask every second; a server that does not answer is away after five. */
const NOTICED_MILLISECONDS_MAX = 15_000;
const CUTS = 10;
const CUT_PAUSE_MILLISECONDS = 100;

const KINDS = [...OUTAGES, "cut", "failed over"] as const;

/** Has the database of a fleet stop, break, hang, lose its connections and fail over, until all is over. */
export async function databaseFaults(fleet: Fleet, pace: Pace, random: Random, isOver: () => boolean): Promise<void> {
  const { database, findings } = fleet;
  await inRounds(KINDS, random, isOver, async (kind) => {
    await wait((pace.calmMillisecondsMax / 2) * (1 + random.next()));
    fleet.notify(`database ${kind}`);
    const isOverWith = database.disturbed.begin();
    if (kind === "cut") await cutAgainAndAgain(fleet);
    else if (kind === "failed over") await database.failOver();
    else await outage(fleet, kind, 1_000 + pace.outageMillisecondsMax * random.next() ** 2);
    const lost = await nodesUnless(fleet, async (node) => (await node.ready())?.database === "connected");
    const problem = lost.length === 0 ? null : `not connected again: ${toldBy(lost)}`;
    findings.check(`database ${kind}, nodes are connected again`, problem, { kind });
    isOverWith();
    fleet.notify("database is back everywhere");
  });
}

async function outage(fleet: Fleet, kind: Outage, milliseconds: number): Promise<void> {
  const { database, findings } = fleet;
  const isBack = await database.away(kind);
  const ended = wait(milliseconds);
  if (milliseconds > NOTICED_MILLISECONDS_MAX) {
    const unaware = await nodesUnless(
      fleet,
      async (node) => (await node.ready())?.database === "away",
      NOTICED_MILLISECONDS_MAX,
    );
    const problem = unaware.length === 0 ? null : `/readyz goes on saying that it is connected: ${toldBy(unaware)}`;
    findings.check(`database ${kind}, nodes say so`, problem, { kind });
  }
  await ended;
  await isBack();
}

async function cutAgainAndAgain({ database, findings }: Fleet): Promise<void> {
  for (let cut = 0; cut < CUTS; cut += 1) {
    findings.tried("sessions cut", await database.cut());
    await wait(CUT_PAUSE_MILLISECONDS);
  }
}
