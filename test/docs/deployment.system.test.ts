import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { freePort } from "../../src/serve/operations/port.ts";
import { ROOT } from "../cli/support/ratebook.ts";
import { isCommand } from "../deploy/support/known-settings.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { installedFolder } from "../support/suite/installed.ts";
import { SOON as WAITING } from "../support/waiting.ts";
import { executed } from "./support/command-line.ts";

/* Every command line of docs/deployment.md that needs no root and no container runtime, in its order. */

const PAGE = readFileSync(join(ROOT, "docs/deployment.md"), "utf8");
const linesOf = (kind: string) =>
  [...PAGE.matchAll(new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].flatMap(([, block]) =>
    (block as string).trim().split("\n"),
  );
interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly cap_drop?: readonly string[];
        readonly volumes?: readonly string[];
        readonly secrets?: readonly string[];
      }
    >
  >;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}
const COMMANDS = linesOf("sh");
/** Generous, for a busy machine. */
const SOON = { ...WAITING, interval: 50 };

const folder = temporaryFolder();
let port = "";
let server: ChildProcess | null = null;

beforeAll(async () => {
  port = String(await freePort("127.0.0.1", 0));
  for (const place of ["var/backups/ratebook", "deploy"]) {
    mkdirSync(join(folder.path, place), { recursive: true });
  }
  // Some systems create files that only their owner may read.
  writeFileSync(join(folder.path, "deploy/Caddyfile"), "", { mode: 0o600 });
});
afterAll(async () => {
  if (server !== null && server.exitCode === null) {
    server.kill("SIGTERM");
    await once(server, "exit");
  }
  folder.remove();
});

/** The places of a machine are below a folder of the test, and the port is one that is free. */
function adapted(command: string): string {
  return command
    .replaceAll("/var/", `${folder.path}/var/`)
    .replaceAll(/deploy\/(?=secrets|Caddyfile)/g, `${folder.path}/deploy/`)
    .replaceAll(":8080", `:${port}`);
}

function variables(): NodeJS.ProcessEnv {
  return { ...process.env, RATEBOOK_PORT: port };
}

async function served(command: string): Promise<void> {
  // As it is installed, it starts in half the time.
  const options = { cwd: installedFolder(), env: variables(), stdio: "ignore" } as const;
  server = spawn("sh", ["-c", `exec ${adapted(command)}`], options);
  await vi.waitFor(async () => {
    if (server?.exitCode !== null) throw new Error(`it ended with ${server?.exitCode}`);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  }, SOON);
}

describe("the page about running it", () => {
  it.each(COMMANDS)("%s", async (command) => {
    if (/^bin\/ratebook serve (?!--check)/.test(command)) return await served(command);
    const isOfSecrets = command.includes("deploy/secrets");
    await executed(`${isOfSecrets ? "umask 077; " : ""}${adapted(command)}`, variables());
  });

  it("makes secrets that others cannot read, in the place that compose reads them from", () => {
    const secrets = join(folder.path, "deploy/secrets");
    expect(statSync(secrets).mode & 0o777).toBe(0o700);
    const compose = readFileSync(join(ROOT, "deploy/compose.yaml"), "utf8");
    const named = [...compose.matchAll(/\.\/secrets\/(\S+)/g)].map(([, name]) => name as string);
    expect(named.length).toBeGreaterThan(3);
    for (const name of named) expect(readFileSync(join(secrets, name), "utf8"), name).not.toBe("");
    expect(readFileSync(join(secrets, "node.env"), "utf8")).toMatch(
      /^RATEBOOK_DATABASE_URL=postgres:\/\/ratebook:[0-9a-f]{48}@database:5432\/ratebook\n$/,
    );
  });

  it("makes what the proxy reads readable without capabilities, for operators who are not root", () => {
    const { services, secrets } = parseYaml(readFileSync(join(ROOT, "deploy/compose.yaml"), "utf8")) as Compose;
    const { proxy } = services;
    expect(proxy?.cap_drop).toEqual(["ALL"]);
    const mounted = (proxy?.volumes ?? []).flatMap((volume) => /^\.\/[^:]+/.exec(volume)?.[0] ?? []);
    const read = [...mounted, ...(proxy?.secrets ?? []).map((name) => secrets[name]?.file as string)];
    expect(read).toHaveLength(3);
    for (const file of read) expect(statSync(join(folder.path, "deploy", file)).mode & 0o004, file).toBe(0o004);
  });

  it("names files that are there, and in lines that are not run, commands that exist", () => {
    const files = [...PAGE.matchAll(/`((?:deploy|test)\/[\w./-]+)`/g)].map(([, path]) => path as string);
    expect(files.length).toBeGreaterThan(8);
    expect(files.filter((path) => path !== "deploy/secrets" && !existsSync(join(ROOT, path)))).toEqual([]);
    const inImage = linesOf("console").flatMap(
      (line) => / ratebook (?<words>[a-z].*)$/.exec(line)?.groups?.words ?? [],
    );
    expect(inImage.length).toBeGreaterThan(1);
    for (const words of inImage) expect(isCommand(words.split(" ").slice(0, 2)), words).toBe(true);
  });
});
