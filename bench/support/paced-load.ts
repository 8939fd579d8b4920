import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { answerCounter, type Load } from "./load.ts";

interface PacedLoad extends Load {
  readonly perSecond: number;
}

/**
 * Sends requests at a steady pace, whether or not the answers keep up, as many independent callers
 * do; a request that finds every connection taken waits, and its wait counts. Callers that ask again
 * only when they were answered would ask least while the server is slowest, and hide it.
 */
export async function sendPaced({ port, connections, seconds, requests, perSecond }: PacedLoad): Promise<number[]> {
  const latencies: number[] = [];
  const due: { readonly request: Uint8Array; readonly since: number }[] = [];
  const free: Socket[] = [];
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  let underWay = 0;

  function sendNext(): void {
    while (due.length > 0 && free.length > 0) {
      const { request, since } = due.shift() as (typeof due)[number];
      const socket = free.pop() as Socket;
      underWay += 1;
      socket.once("answer", () => {
        latencies.push(performance.now() - since);
        underWay -= 1;
        free.push(socket);
        sendNext();
      });
      socket.write(request);
    }
  }

  free.push(...sockets);
  const start = performance.now();
  for (let number = 0; number < seconds * perSecond; number += 1) {
    const early = start + (number * 1000) / perSecond - performance.now();
    if (early > 0) await wait(early);
    due.push({ request: requests[number % requests.length] as Uint8Array, since: performance.now() });
    sendNext();
  }
  while (underWay > 0 || due.length > 0) await wait(1);
  for (const socket of sockets) socket.destroy();
  return latencies;
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").setNoDelay(true);
  await once(socket, "connect");
  const answers = answerCounter((status) => {
    if (status === 200) socket.emit("answer");
    else socket.destroy(new Error(`The server answered ${status}`));
  });
  return socket.on("data", answers);
}
