import { outpatientLookups } from "../support/lookups.ts";
import type { Row } from "../support/row.ts";
import type { Served } from "../support/server.ts";
import { median } from "../support/statistics.ts";

const ITEMS = 1_000;
const ROUNDS = 25;

/** A full batch over HTTP, against `JSON.parse` of the request and `JSON.stringify` of the answer. */
export async function measureBatch({ port, key }: Served, providers: number): Promise<Row> {
  const bodies = Array.from({ length: ROUNDS }, (_, round) =>
    JSON.stringify({ requests: outpatientLookups(ITEMS, providers, 100 + round) }),
  );
  const post = async (body: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/ca/outpatient/rate/batch`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body,
    });
    return await answer.text();
  };
  for (const body of bodies) await post(body);

  const ours: number[] = [];
  const floor: number[] = [];
  for (const body of bodies) {
    const start = performance.now();
    const text = await post(body);
    ours.push(performance.now() - start);
    const answer: unknown = JSON.parse(text);
    const floorStart = performance.now();
    JSON.parse(body);
    JSON.stringify(answer);
    floor.push(performance.now() - floorStart);
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
