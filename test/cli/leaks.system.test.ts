import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { RunningServer, temporaryFolder } from "../serve/operations/support/running-server.ts";
import { californiaAt } from "../support/shared-release.ts";
import { SOON } from "../support/waiting.ts";
import { createKey, RATEBOOK } from "./support/ratebook.ts";

/*
 * Everything that a client can send carries a mark: requests that are answered, refused, broken or left, and files that are priced, looked at
 * and refused. Once jobs are deleted, no mark is in the log, the metrics, the home or the temporary files of the server.
 */

const MARK = "CANARY7x";
const RATE = "/api/v1/ca/outpatient/rate";
const REPRICE = "/api/v1/reprice";
/** What proxies and browsers send, and what careless programs write down. */
const HEADERS = ["user-agent", "cookie", "referer", "x-forwarded-for", "x-request-id", "traceparent", "x-mark"];

const folder = temporaryFolder();
const [home, temporary, release] = ["home", "tmp", "served.db"].map((name) => join(folder.path, name)) as [
  string,
  string,
  string,
];
const marked = Object.fromEntries(HEADERS.map((name) => [name, `${MARK}-${name}`]));
let server: RunningServer;
let key: string;

beforeAll(async () => {
  await californiaAt(release);
  mkdirSync(temporary);
  ({ key } = await createKey(home, "--rate", "off"));
  const command = ["serve", "--release", release, "--home", home, "--port", "0", "--log-level", "debug"];
  server = await new RunningServer(RATEBOOK, command, { TMPDIR: temporary }).started();
});

afterAll(async () => {
  server.process.kill("SIGKILL");
  await server.ended();
  folder.remove();
});

async function send(path: string, options: RequestInit = {}, token = key): Promise<Response> {
  return await server.fetch(path, {
    ...options,
    headers: { authorization: `Bearer ${token}`, ...marked, ...options.headers },
  });
}

/** Sends bytes and leaves. */
function sendAndLeave(text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(server.port, "127.0.0.1", () =>
      socket.write(text, () => setTimeout(() => socket.destroy(), 50)),
    );
    socket.on("error", () => {}).on("close", () => resolve());
  });
}

async function upload(file: string, fields: Readonly<Record<string, string>> = {}): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ state: "ca", setting: "outpatient", ...fields })) form.set(name, value);
  form.set("file", new Blob([file]), `${MARK}-file-name.csv`);
  return await send(REPRICE, { method: "POST", body: form, headers: { "idempotency-key": `${MARK}-idempotency` } });
}

test("nothing that clients send is left in the log, the metrics, the home or temporary files", async () => {
  const query = new URLSearchParams({
    npi: "1000700140",
    billing_code: "99213",
    date_of_service: "2026-10-01",
    reference_id: `${MARK}-ref`,
  });
  const json = { "content-type": "application/json" };
  const item = { ...Object.fromEntries(query), provider_name: `${MARK}-name` };
  for (const [path, options, token] of [
    [`${RATE}?${query}`],
    [`${RATE}?${query}&${MARK}=1&date_of_service=${MARK}`],
    [`${RATE}?${query}&api_key=${MARK}`],
    [`${RATE}/${MARK}?${query}`],
    [`${RATE}?${query}`, {}, `rb_live_${MARK}`],
    [`${RATE}/batch`, { method: "POST", headers: json, body: JSON.stringify({ requests: [item, MARK] }) }],
    [`${RATE}/batch`, { method: "POST", headers: json, body: `{"requests": "${MARK}` }],
    [`${RATE}/batch`, { method: "POST", headers: { "content-type": `text/${MARK}` }, body: MARK }],
    [`/api/v1/ca/providers/search?provider_name=${MARK}`],
  ] as const satisfies readonly (readonly [string, RequestInit?, string?])[])
    await (await send(path, options, token)).text();
  await sendAndLeave(`GET /${MARK} HTTP/9.9\r\nHost: localhost\r\nX-Mark: ${MARK}\r\n\r\n`);
  await sendAndLeave(
    `POST ${RATE}/batch HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Length: 9999\r\n\r\n${MARK}`,
  );

  const claims = `npi,billing_code,date_of_service,claim\n1000700140,99213,2026-10-01,${MARK}-1\n${MARK},${MARK},never,${MARK}-2\n`;
  const accepted = await upload(claims, { by: "claim" });
  expect(accepted.status).toBe(202);
  const { id } = (await accepted.json()) as { readonly id: string };
  await vi.waitFor(
    async () => expect(await (await send(`${REPRICE}/${id}`)).json()).toMatchObject({ status: "done" }),
    SOON,
  );
  expect((await send(`${REPRICE}/${id}`, { method: "DELETE" })).status).toBe(200);
  expect((await upload(claims, { dry_run: "true", [MARK]: MARK })).status).toBe(400);
  expect((await upload(`PK\u0003\u0004${MARK}`, { dry_run: "true" })).status).toBe(400);
  writeFileSync(`${release}.new`, MARK);
  renameSync(`${release}.new`, release);
  server.process.kill("SIGHUP");
  await server.logged("reload_refused");

  const metrics = await (await server.fetch("/metrics")).text();
  expect(metrics).toContain("ratebook_");
  expect(await server.stop()).toBe(0);
  const said = server.output + server.complaints;
  expect(said).toContain('"route":"/api/v1/:state/outpatient/rate/batch"');
  for (const text of [metrics, said]) expect(text).not.toMatch(new RegExp(`${MARK}|${key}|1000700140`));
  for (const place of [home, temporary]) {
    const entries = readdirSync(place, { recursive: true, withFileTypes: true });
    const left = entries.filter((entry) => {
      const path = join(entry.parentPath, entry.name);
      const bytes = entry.isFile() ? readFileSync(path) : Buffer.alloc(0);
      return [MARK, key].some(
        (mark) => path.includes(mark) || bytes.includes(mark) || bytes.includes(Buffer.from(mark, "utf16le")),
      );
    });
    expect(left.map(({ name }) => name)).toEqual([]);
  }
});
