import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** The service with its page, in a process and a home of its own. */
export interface PageServer {
  readonly address: string;
  /** The demo key, for requests beside the page. */
  readonly key: string;
  /** What the page begins a session of the demo key with. */
  readonly demoSecret: string;
  /** The folder of releases that the server compares its own with. */
  readonly releasesFolder: string;
  stop(): Promise<void>;
}

/** `release`: another than the sample's. */
export async function startPageServer(release = ""): Promise<PageServer> {
  const home = mkdtempSync(join(tmpdir(), "ratebook-page-"));
  const server = spawn(process.execPath, [join(import.meta.dirname, "demo-server.ts"), home, release], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(server, "exit");
  const stop = async () => {
    server.kill("SIGKILL");
    await ended;
    rmSync(home, { recursive: true, force: true });
  };
  const lines = createInterface({ input: server.stdout });
  const [line] = (await Promise.race([once(lines, "line"), ended])) as [unknown];
  if (typeof line !== "string") {
    await stop();
    throw new Error("The server ended before it listened; it has said why above.");
  }
  const about = JSON.parse(line) as Pick<PageServer, "address" | "key" | "demoSecret">;
  return { ...about, releasesFolder: join(home, "releases"), stop };
}
