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
  stop(): Promise<void>;
}

/** `release`: another than the sample's; `variables`: settings of the server, such as RATEBOOK_ARCHIVE. */
export async function startPageServer(
  release = "",
  variables: Readonly<Record<string, string>> = {},
): Promise<PageServer> {
  const home = mkdtempSync(join(tmpdir(), "ratebook-page-"));
  const server = spawn(process.execPath, [join(import.meta.dirname, "demo-server.ts"), home, release], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...variables },
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
  return { ...(JSON.parse(line) as Omit<PageServer, "stop">), stop };
}
