import { post, sendOnce } from "../support/load.ts";
import { outpatientLookups } from "../support/lookups.ts";
import type { Row } from "../support/row.ts";
import type { Served } from "../support/server.ts";
import { median, timed } from "../support/statistics.ts";

const ITEMS = 1_000;
const ROUNDS = 25;

/** A full batch over HTTP, against `JSON.parse` of the request and `JSON.stringify` of the answer. */
export async function measureBatch({ port, key }: Served, providers: number): Promise<Row> {
  const bodies = Array.from({ length: ROUNDS }, (_, round) =>
    JSON.stringify({ requests: outpatientLookups(ITEMS, providers, 100 + round) }),
  );
  const requests = bodies.map((body) => post("/api/v1/ca/outpatient/rate/batch", key, body));
  const send = (round: number) => sendOnce(port, requests[round] as Buffer);
  for (let round = 0; round < ROUNDS; round += 1) await send(round);

  const ours: number[] = [];
  const floor: number[] = [];
  for (const [round, body] of bodies.entries()) {
    const { milliseconds, text } = await send(round);
    ours.push(milliseconds);
    const answer: unknown = JSON.parse(text);
    floor.push(
      timed(() => {
        JSON.parse(body);
        JSON.stringify(answer);
      }),
    );
  }
  return {
    what: "batch of 1,000 distinct lookups",
    measured: `${median(ours).toFixed(1)} ms`,
    floor: `${median(floor).toFixed(1)} ms JSON in and out`,
    value: median(ours) / median(floor),
    unit: "x",
    budget: 3,
    stretch: 2,
    better: "less",
  };
}
