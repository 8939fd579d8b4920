import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { freePort } from "../../src/serve/operations/port.ts";
import { createKey, ratebook, run, serve } from "../cli/support/ratebook.ts";
import { type RunningServer, temporaryFolder } from "../serve/operations/support/running-server.ts";
import { californiaAt } from "../support/shared-release.ts";
import { SOON } from "../support/waiting.ts";
import { selfSigned } from "./support/certificate.ts";
import { PROXIES, type RunningProxy, SITE } from "./support/proxies.ts";

/* The examples of deploy/, run: a real proxy with TLS before two real servers. curl is the client. */

const LOOKUP = "/api/v1/ca/outpatient/rate?npi=1000700140&billing_code=99213&date_of_service=2026-10-01";
/** More than a proxy lets through by itself (nginx: 1 MiB), and than any other path takes. Few long lines: the job reads them. */
const CLAIMS = `npi,billing_code,date_of_service,note\n${`1000700140,99213,2026-10-01,${"n".repeat(3_000)}\n`.repeat(3_000)}`;

const folder = temporaryFolder();
const home = join(folder.path, "home");
const release = join(folder.path, "rates.db");
let certificate: ReturnType<typeof selfSigned>;
let key: string;

beforeAll(async () => {
  await californiaAt(release);
  certificate = selfSigned(folder.path, SITE);
  ({ key } = await createKey(home, "--rate", "off"));
  writeFileSync(join(folder.path, "claims.csv"), CLAIMS);
});
afterAll(() => folder.remove());

/** A machine may have nothing but Node. */
for (const { name, program, start } of PROXIES)
  describe.runIf(program !== null)(name, () => {
    let nodes: [RunningServer, RunningServer];
    let proxy: RunningProxy;
    let port: number;

    beforeAll(async () => {
      const started = [1, 2].map(() => serve(release, home, "--allowed-host", SITE).started());
      nodes = (await Promise.all(started)) as [RunningServer, RunningServer];
      port = await freePort("127.0.0.1", 0);
      const places = { certificate: certificate.file, certificateKey: certificate.keyFile };
      proxy = await start({ folder: join(folder.path, name), port, nodes: nodes.map((node) => node.port), ...places });
    });
    afterAll(async () => {
      await proxy.stop();
      for (const node of nodes) await node.stop();
    });

    /** The status and the body of an answer, by the public name. */
    async function curl(path: string, ...options: string[]): Promise<readonly [status: number, text: string]> {
      const always = ["-sS", "--cacert", certificate.file, "--resolve", `${SITE}:${port}:127.0.0.1`];
      const url = `https://${SITE}:${port}${path}`;
      const { stdout, stderr } = await run("curl", [...always, "--write-out", "\n%{http_code}", ...options, url]);
      expect(stderr).toBe("");
      const end = stdout.lastIndexOf("\n");
      return [Number(stdout.slice(end)), stdout.slice(0, end)];
    }
    const bearer = () => ["-H", `Authorization: Bearer ${key}`];

    it("prices as the server does, before and after a reload, and keeps queries and metrics to itself", async () => {
      const direct = await nodes[0].fetch(LOOKUP, { headers: { authorization: `Bearer ${key}` } });
      const expected = [200, await direct.text()];
      const identified = `${LOOKUP}&reference_id=patient-4711`;
      expect(await curl(LOOKUP, ...bearer())).toEqual(expected);
      expect((await ratebook(["reload", "--home", home])).code).toBe(0);
      expect(await curl(LOOKUP, ...bearer())).toEqual(expected);
      expect((await curl(identified, ...bearer()))[0]).toBe(200);
      expect((await curl(LOOKUP))[0]).toBe(401);
      expect((await curl("/metrics"))[0]).toBe(404);
      await vi.waitFor(() => expect(proxy.logged()).toContain("/api/v1/ca/outpatient/rate"), SOON);
      expect(proxy.logged()).not.toMatch(/patient-4711|billing_code|rb_live_/);
    });

    it("lets a large file through, and the client find its job again, also by the cookie of a session", async () => {
      const claims = `file=@${join(folder.path, "claims.csv")}`;
      const cookies = join(folder.path, `${name}-cookies`);
      const own = ["-H", "Sec-Fetch-Site: same-origin", "-H", `Origin: https://${SITE}:${port}`];
      expect((await curl("/session", "-X", "POST", "--cookie-jar", cookies, ...own, ...bearer()))[0]).toBe(200);
      const form = ["-F", "state=ca", "-F", "setting=outpatient", "-F", claims];
      const [status, text] = await curl("/api/v1/reprice", "--cookie", cookies, ...own, ...form);
      expect([status, text]).toEqual([202, expect.stringContaining('"id"')]);
      const { id } = JSON.parse(text) as { readonly id: string };
      for (let asked = 0; asked < 4; asked += 1) {
        expect((await curl(`/api/v1/reprice/${id}`, "--cookie", cookies, ...own))[0]).toBe(200);
      }
      expect((await curl(`/api/v1/reprice/${id}`, "-X", "DELETE", ...bearer()))[0]).toBeLessThan(300);
    });

    it("sends requests to the other node when one has gone", async () => {
      await nodes[1].stop();
      for (let asked = 0; asked < 6; asked += 1) expect((await curl(LOOKUP, ...bearer()))[0]).toBe(200);
    });
  });
