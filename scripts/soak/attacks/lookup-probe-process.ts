import { Client } from "../../fire/http.ts";
import type { Probed, Probing } from "./lookup-probe.ts";

/* A process that sends a lookup every few milliseconds, whether the last one was answered or not (an open loop): a server that
 * stands still for a second delays a hundred of them, and not one. */

const PACE_MILLISECONDS = 10;
/** More than stand in line during a standstill of some seconds share connections. */
const CONNECTIONS = 64;
const KEPT_MAX = 5;

process.once("disconnect", () => process.exit());
process.once("message", (probing: Probing) => {
  const latencies: number[] = [];
  const wrong: string[] = [];
  const client = new Client(probing.port, CONNECTIONS);
  const underWay = new Set<Promise<void>>();
  let count = 0;
  const note = (text: string) => wrong.length < KEPT_MAX && wrong.push(text);
  const ask = async (): Promise<void> => {
    const { path, answer } = probing.lookups[count % probing.lookups.length] as Probing["lookups"][number];
    count += 1;
    try {
      const { status, body, milliseconds } = await client.get(path, probing.key);
      latencies.push(milliseconds);
      if (body !== answer) note(`a lookup is answered ${status}: ${body.slice(0, 200)}`);
    } catch (error) {
      note(`a lookup is lost: ${(error as Error).message}`);
    }
  };
  const pace = setInterval(() => {
    const request = ask().finally(() => underWay.delete(request));
    underWay.add(request);
  }, PACE_MILLISECONDS);
  process.once("message", async () => {
    clearInterval(pace);
    await Promise.all(underWay);
    client.close();
    process.send?.({ latencies, wrong } satisfies Probed);
  });
});
