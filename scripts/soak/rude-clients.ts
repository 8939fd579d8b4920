import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Findings } from "../fire/findings.ts";
import type { Random } from "../fire/random.ts";
import type { Mix } from "./mix.ts";

const PAUSE_MILLISECONDS = 100;
const READ_MILLISECONDS_MAX = 3_000;

/** Clients that leave before they are answered, and clients that hardly read: no other client may notice. */
export async function rudeClients(
  port: number,
  mix: Mix,
  random: Random,
  isOn: () => boolean,
  findings: Findings,
): Promise<void> {
  while (isOn()) {
    const { sent } = mix.any(random);
    const headers = Object.entries({ host: "localhost", ...sent.headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    const length = sent.body === undefined ? "" : `content-length: ${Buffer.byteLength(sent.body)}\r\n`;
    const text = `${sent.method} ${sent.path} HTTP/1.1\r\n${headers.join("")}${length}\r\n${sent.body ?? ""}`;
    const isLeaving = random.chance(0.7);
    const stays = isLeaving ? random.whole(20) : random.whole(READ_MILLISECONDS_MAX);
    const cut = isLeaving && random.chance(0.3) ? random.whole(text.length) : text.length;
    void visit(port, text.slice(0, cut), stays);
    findings.tried(isLeaving ? "clients that leave" : "clients that hardly read");
    await wait(PAUSE_MILLISECONDS);
  }
}

/** Sends, reads nothing, and is gone. */
function visit(port: number, text: string, stays: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text)).pause();
    socket.on("error", () => {});
    socket.on("close", () => resolve());
    setTimeout(() => socket.destroy(), stays);
  });
}
