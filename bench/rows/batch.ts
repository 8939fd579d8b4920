import { collectGarbage } from "../support/garbage.ts";
import { openConnection, post } from "../support/load.ts";
import type { Row } from "../support/row.ts";
import type { Served } from "../support/server.ts";
import { median, timed } from "../support/statistics.ts";
import type { Workload } from "../support/workload.ts";

const ITEMS = 1_000;
const BATCHES = 25;
/** Rounds through all batches: which of them a busy moment of the machine falls on is chance. */
const ROUNDS = 5;
/** As on a server that has run for a while: its code compiled, the providers of the day in memory, its heap grown. */
const WARM_UPS = 8;

/** A full batch over HTTP, against `JSON.parse` of the request and `JSON.stringify` of the answer. */
export async function measureBatch({ port, key }: Served, workload: Workload): Promise<Row> {
  const batches = Array.from({ length: BATCHES }, (_, number) => workload.batch(ITEMS, number));
  const requests = batches.map(({ path, body }) => post(path, key, body));
  const connection = await openConnection(port);
  for (let warmUp = 0; warmUp < WARM_UPS; warmUp += 1) {
    for (const request of requests) await connection.send(request);
  }

  const ours: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [number, { body }] of batches.entries()) {
      collectGarbage();
      const { milliseconds, text } = await connection.send(requests[number] as Buffer);
      ours.push(milliseconds);
      const answer: unknown = JSON.parse(text);
      floor.push(
        timed(() => {
          JSON.parse(body);
          JSON.stringify(answer);
        }),
      );
    }
  }
  connection.close();
  // States and settings have answers of different sizes, so each batch is compared with its own floor.
  const ratios = ours.map((milliseconds, index) => milliseconds / (floor[index] as number));
  return {
    what: "batch of 1,000 distinct lookups",
    measured: `${median(ours).toFixed(1)} ms`,
    floor: `${median(floor).toFixed(1)} ms JSON in and out`,
    value: median(ratios),
    unit: "x",
    budget: 3,
    stretch: 2,
    better: "less",
  };
}
