import { setTimeout as wait } from "node:timers/promises";
import { type Answer, Client } from "../fire/http.ts";
import type { Random } from "../fire/random.ts";
import { type Expected, KINDS, type Kind, type Mix, SHARES } from "./mix.ts";

/** Half a hundred: enough that requests of all kinds meet in both workers all the time. */
const CLIENTS = 50;

/** What a client whose connection broke waits before it comes back; at once, fifty of them would ask a dead server without end. */
const BROKEN_PAUSE_MILLISECONDS = 100;

/** Told of every answer, and of every connection that broke instead. */
export interface Audience {
  answered(expected: Expected, answer: Answer): void;
  broken(expected: Expected, error: Error): void;
}

interface Load {
  readonly port: number;
  readonly mix: Pick<Mix, "next">;
  readonly random: Random;
  readonly milliseconds: number;
  /** How long a client pauses, as a share of the time that its last answer took. */
  readonly pauseShare: number;
  /** A client pauses at least this long: a light load stays light on a busy machine. */
  readonly pauseMillisecondsMin?: number;
  readonly clients?: number;
  /** Makes clients that reach the port in another way than over plain HTTP. */
  readonly newClient?: () => Pick<Client, "send" | "close">;
  /** Ends it earlier. */
  readonly isOver?: () => boolean;
}

/**
 * Has a fixed number of clients of each kind ask for so long, each on a connection of its own. None asks before it was
 * answered (a closed loop): a machine that slows down gets fewer requests, not a queue that grows without end.
 */
export async function load(
  { port, mix, random, milliseconds, pauseShare, clients = CLIENTS, isOver = () => false, ...others }: Load,
  audience: Audience,
): Promise<void> {
  const { newClient = () => new Client(port, 1), pauseMillisecondsMin = 0 } = others;
  const deadline = performance.now() + milliseconds;
  const visit = async (kind: Kind, own: Random): Promise<void> => {
    const client = newClient();
    while (performance.now() < deadline && !isOver()) {
      const expected = mix.next(kind, own);
      try {
        const answer = await client.send(expected.sent);
        audience.answered(expected, answer);
        const pause = Math.max(pauseMillisecondsMin, answer.milliseconds * pauseShare);
        if (pause > 0) await wait(pause);
      } catch (error) {
        audience.broken(expected, error as Error);
        await wait(BROKEN_PAUSE_MILLISECONDS);
      }
    }
    client.close();
  };
  const visits = KINDS.flatMap((kind) =>
    Array.from({ length: clientsOf(kind, clients) }, (_, place) => visit(kind, random.branch(`${kind} ${place}`))),
  );
  await Promise.all(visits);
}

/** One of each kind at least. */
function clientsOf(kind: Kind, clients: number): number {
  return Math.max(1, Math.round((SHARES[kind] * clients) / 100));
}
