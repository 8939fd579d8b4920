import { renameSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import type { Findings } from "../fire/findings.ts";
import { Client } from "../fire/http.ts";
import { Canaries, type Leak, leaksInFolders, leaksInText } from "../fire/leaks.ts";
import { madeKey, sampleRelease } from "../fire/sample.ts";
import { Server } from "../fire/server.ts";
import { waitFor } from "../fire/wait-for.ts";
import type { Workspace } from "../fire/workspace.ts";
import { type Marked, markedRequests } from "./canary-requests.ts";
import { markedUploads } from "./canary-uploads.ts";
import { type Json, type Operation, operationsOf } from "./openapi.ts";

const LOG_MILLISECONDS_MAX = 120_000;

/** A server that leaves everything in one folder. */
export interface HuntedServer {
  readonly folder: string;
  readonly release: string;
  readonly key: string;
  readonly server: Server;
}

export async function huntedServer(workspace: Workspace): Promise<HuntedServer> {
  const folder = workspace.fresh("leaks");
  const [home, temporary] = [join(folder, "home"), workspace.fresh("leaks/tmp")];
  const release = await sampleRelease(workspace, join(folder, "release.db"));
  const { key } = await madeKey(workspace, home, "--rate", "off");
  const options = ["--release", release, "--home", home, "--log-level", "info"];
  return { folder, release, key, server: await Server.start(workspace, options, { TMPDIR: temporary }) };
}

/** Marks everything that is sent to a server, ends it, and looks for the marks in everything that it leaves behind. */
export async function huntLeaks(
  { folder, release, key, server }: HuntedServer,
  seed: number,
  findings: Findings,
  isHunted: (operation: Operation) => boolean = () => true,
): Promise<void> {
  const logFile = join(folder, "server.log");
  const canaries = new Canaries(seed);
  const client = new Client(server.port);
  const leaks: Leak[] = [];
  const operations = operationsOf(JSON.parse((await client.get("/openapi.json", key)).body) as Json);
  for (const operation of operations.filter(isHunted)) {
    for (const request of markedRequests(operation, key, canaries)) {
      leaks.push(...(await leaksInAnswer(client, request, canaries)));
    }
  }
  leaks.push(...(await markedUploads(server.port, key, canaries)));
  await brokenRequests(server.port, key, canaries);
  await refusedReload(server, release);
  leaks.push(...leaksInText("/metrics", (await client.get("/metrics", key)).body, canaries.all));
  client.close();
  await server.stop();

  canaries.all.push({ mark: key, where: "the key itself" });
  writeFileSync(logFile, server.said);
  leaks.push(...leaksInFolders([folder], canaries.all));
  for (const { canary, place } of leaks) findings.found(ROW, `${canary.where} is in ${place}`, canary);
  findings.tried(ROW, canaries.all.length);
}

const ROW = "leaks, marks that were put";

async function leaksInAnswer(
  client: Client,
  { sent, never, onSuccess }: Marked,
  { all }: Canaries,
): Promise<readonly Leak[]> {
  const { status, body, headers } = await client.send(sent);
  const forbidden = status === 200 || isFaultyItem(body) ? never : [...never, ...onSuccess];
  const watched = all.filter(({ mark }) => forbidden.includes(mark));
  return leaksInText(`the answer ${status} to ${sent.method}`, `${JSON.stringify(headers)}\n${body}`, watched);
}

function isFaultyItem(body: string): boolean {
  return body.startsWith('{"batch_size"');
}

/** What is not even HTTP, and clients that leave before they are answered. */
async function brokenRequests(port: number, key: string, canaries: Canaries): Promise<void> {
  const mark = canaries.put("broken request");
  const head = `Host: localhost\r\nAuthorization: Bearer ${key}\r\nX-Mark: ${mark}\r\n`;
  const item = JSON.stringify({ billing_code: "99213", provider_name: "a", reference_id: canaries.put("left batch") });
  const batch = `{"requests":[${Array.from({ length: 900 }, () => item).join(",")}]}`;
  const left = `POST /api/v1/ca/outpatient/rate/batch HTTP/1.1\r\n${head}Content-Length: ${batch.length}\r\n\r\n${batch}`;
  await sendAndLeave(port, `GET /${mark} HTTP/9.9\r\n${head}\r\n`);
  await sendAndLeave(port, `${mark}\r\n\r\n`);
  await sendAndLeave(port, `GET / HTTP/1.1\r\n${head}X-Long: ${mark.repeat(4_000)}\r\n\r\n`);
  await sendAndLeave(port, left);
}

function sendAndLeave(port: number, text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text, () => setTimeout(() => socket.destroy(), 50)));
    socket.on("error", () => {});
    socket.on("close", () => resolve());
  });
}

/** A reload that fails says why, in the log. */
async function refusedReload(server: Server, release: string): Promise<void> {
  writeFileSync(`${release}.wrong`, "no release");
  renameSync(`${release}.wrong`, release);
  server.kill("SIGHUP");
  await waitFor(() => server.said.includes("reload_refused"), LOG_MILLISECONDS_MAX);
}
