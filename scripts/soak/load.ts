import { setTimeout as wait } from "node:timers/promises";
import type { Findings } from "../fire/findings.ts";
import { type Answer, Client } from "../fire/http.ts";
import type { Patience } from "../fire/patience.ts";
import type { Random } from "../fire/random.ts";
import type { Expected, Mix } from "./mix.ts";

const LANES = 16;
const TICK_MILLISECONDS = 20;
/** What is under way at most: a server that falls behind is seen by its slow answers, not by ours. */
const UNDER_WAY_MAX = 200;

/** How answers are judged. */
export interface Judging {
  /** Whether answers may be lost or refused just now: something was done to the server on purpose. */
  readonly isExplained: () => boolean;
  readonly patience: Patience;
  readonly findings: Findings;
}

/** How many requests of the mix a server answers in a second when they are sent as fast as it answers. */
export async function capacityOf(port: number, mix: Mix, random: Random, milliseconds: number): Promise<number> {
  const client = new Client(port, LANES);
  const deadline = performance.now() + milliseconds;
  let answered = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < deadline) {
      await client.send(mix.next(random).sent);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  client.close();
  return (answered * 1_000) / milliseconds;
}

/** Sends so many requests a second for so long, whether the server keeps up or not, and compares every answer. */
export async function load(
  port: number,
  mix: Mix,
  random: Random,
  perSecond: number,
  milliseconds: number,
  judging: Judging,
): Promise<void> {
  const client = new Client(port, UNDER_WAY_MAX);
  const started = performance.now();
  const slowest = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  let sent = 0;
  while (performance.now() - started < milliseconds) {
    const due = Math.floor(((performance.now() - started) / 1_000) * perSecond);
    for (; sent < due && underWay.size < UNDER_WAY_MAX; sent += 1) {
      const expected = mix.next(random);
      const task: Promise<void> = compared(client.send(expected.sent), expected, slowest, judging).finally(() =>
        underWay.delete(task),
      );
      underWay.add(task);
    }
    // What could not be sent in time is not made up for: the rate is a rate.
    sent = Math.max(sent, due);
    await wait(TICK_MILLISECONDS);
  }
  await Promise.all(underWay);
  client.close();
  for (const [kind, longest] of slowest) judging.findings.note(kind, `slowest ${Math.round(longest)} ms`);
}

async function compared(
  answering: Promise<Answer>,
  expected: Expected,
  slowest: Map<string, number>,
  { isExplained, patience, findings }: Judging,
): Promise<void> {
  const { kind, sent } = expected;
  const input = { method: sent.method, path: sent.path, body: sent.body?.toString().slice(0, 2_000) };
  try {
    const answer = await answering;
    slowest.set(kind, Math.max(slowest.get(kind) ?? 0, answer.milliseconds));
    if (answer.status === 503 && isExplained()) return findings.tried("503 that a kill explains");
    findings.tried(`status ${answer.status}`);
    findings.check(kind, problemOf(answer, expected, patience), input);
  } catch (error) {
    if (isExplained()) findings.tried("connections that a kill explains");
    else findings.check(kind, `the connection broke: ${(error as Error).message}`, input);
  }
}

function problemOf(answer: Answer, expected: Expected, { answerMillisecondsMax }: Patience): string | null {
  const { status, body, milliseconds } = answer;
  if (status !== expected.status) return `answered ${status} instead of ${expected.status}: ${body.slice(0, 200)}`;
  if (expected.body !== null && body !== expected.body) return `a wrong answer: ${body.slice(0, 300)}`;
  return milliseconds > answerMillisecondsMax ? `took ${Math.round(milliseconds)} ms` : null;
}
