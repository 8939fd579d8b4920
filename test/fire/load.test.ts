import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { Random } from "../../scripts/fire/random.ts";
import { load } from "../../scripts/soak/load.ts";
import type { Kind, Mix } from "../../scripts/soak/mix.ts";
import { SEED } from "./support.ts";

it("fifty clients ask in the shares of the mix, none before it was answered", async () => {
  const underWay = new Map<string, number>();
  const most = new Map<string, number>();
  const held: (() => void)[] = [];
  let isHolding = true;
  const server = createServer((request, response) => {
    const kind = decodeURIComponent(request.url?.slice(1) ?? "");
    const now = (underWay.get(kind) ?? 0) + 1;
    underWay.set(kind, now);
    most.set(kind, Math.max(most.get(kind) ?? 0, now));
    const answer = () => {
      underWay.set(kind, (underWay.get(kind) ?? 0) - 1);
      response.end();
    };
    // The first answers are held until all clients have come; whoever asks a second time meanwhile is counted.
    if (isHolding) held.push(answer);
    else answer();
    if (held.length === 50 && isHolding) {
      isHolding = false;
      for (const each of held) each();
    }
  }).listen(0, "127.0.0.1");
  server.keepAliveTimeout = 0;
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  onTestFinished(() => void server.close());
  await once(server, "listening");

  const mix: Pick<Mix, "next"> = {
    next: (kind: Kind) => {
      const sent = { method: "GET", path: `/${encodeURIComponent(kind)}`, headers: {} };
      return { kind, sent, status: 200, body: null };
    },
  };
  let answers = 0;
  const { port } = server.address() as AddressInfo;
  await load(
    { port, mix, random: new Random(SEED), milliseconds: 500, pauseShare: 0.25 },
    {
      answered: () => {
        answers += 1;
      },
      broken: (_, error) => {
        throw error;
      },
    },
  );
  expect(connections).toBe(50);
  expect(answers).toBeGreaterThanOrEqual(50);
  expect([...underWay.values()].every((left) => left === 0)).toBe(true);
  expect(Object.fromEntries(most)).toEqual({
    lookup: 33,
    "lookup by name": 6,
    batch: 4,
    search: 3,
    "bad request": 4,
  });
});
