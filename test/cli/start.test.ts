import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { sampleRelease } from "../../src/cli/sample.ts";
import { states } from "../../src/states/index.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { launched, ROOT, run } from "./support/ratebook.ts";

describe("start", () => {
  const SOON = { timeout: 120_000, interval: 50 };

  let ends: (() => Promise<unknown>)[] = [];

  afterEach(async () => {
    for (const end of ends) await end();
    ends = [];
  });

  /** Starts as a newcomer does; everything that is printed, once it is all there. */
  async function npmStart(port: number, variables: Readonly<Record<string, string>> = {}) {
    const child = spawn("npm", ["start"], { cwd: ROOT, env: { ...process.env, PORT: String(port), ...variables } });
    ends.push(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (text) => {
        output += text;
      });
    }
    await vi.waitFor(() => {
      if (child.exitCode === null && !output.includes("Stop with Ctrl+C.")) throw new Error(output);
    }, SOON);
    return { output, child };
  }

  async function freePort(): Promise<number> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { readonly port: number };
    server.close();
    return port;
  }

  test("npm start prints a demo key and lines for every state that work as printed, ends with its server, and has the same key at every start", async () => {
    const port = await freePort();
    const { output, child } = await npmStart(port);
    const lines = output.split("\n").filter((line) => line.startsWith("curl "));
    expect(lines).toHaveLength(3 + states.length - 1);
    const answers = await Promise.all(lines.map((line) => run("sh", ["-c", `${line} --silent --fail`])));
    const [visit, stay, search] = answers.map(({ stdout }) => JSON.parse(stdout));
    expect(visit).toEqual([expect.objectContaining({ rate_found: true })]);
    expect(stay).toEqual([expect.objectContaining({ rate_found: true })]);
    expect(search.total_results).toBeGreaterThan(0);

    const opened = /^Open (\S+) in a browser/m.exec(output)?.[1] ?? "";
    const [page = "", secret = ""] = opened.split("/#demo=");
    expect(page).toBe(`http://127.0.0.1:${port}`);
    const session = async (authorization: string | null) => {
      const headers = { origin: page, ...(authorization === null ? {} : { authorization }) };
      return (await fetch(`${page}/session`, { method: "POST", headers })).status;
    };
    expect(await session(`Demo ${secret}`)).toBe(200);
    expect(await session(null)).toBe(401);

    child.kill("SIGTERM");
    await once(child, "exit");
    // Whatever shell stands between.
    await vi.waitFor(() => expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toThrow(), SOON);
    const again = await npmStart(await freePort());
    const demoKey = (text: string) => /^Demo key: (rb_live_[0-9A-Za-z]+) /m.exec(text)?.[1];
    expect(demoKey(again.output)).toBe(demoKey(output));
    expect(again.output).toContain(`/#demo=${secret} in a browser`);
  });

  test("npm start on a port that is in use says so", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { readonly port: number };
    const { output } = await npmStart(port);
    expect(output).toContain(`error: Port ${port} on 127.0.0.1 is in use.`);
    other.close();
  });

  test("npm start makes no demo key on an address that others can reach", async () => {
    const { output } = await npmStart(await freePort(), { RATEBOOK_HOST: "0.0.0.0" });
    expect(output).not.toContain("rb_live_");
    expect(output).not.toContain("#demo=");
    expect(output).toContain("bin/ratebook keys create --home");
  });
});

describe("sample release", () => {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());

  test.skipIf(process.platform === "win32")(
    "every folder that is made for the sample is its user's alone",
    async () => {
      const work = join(folder.path, ".ratebook", "sample");
      const release = await sampleRelease(ROOT, work);
      expect(existsSync(release)).toBe(true);
      for (const made of [work, join(work, "..")]) expect(statSync(made).mode & 0o777).toBe(0o700);
    },
  );

  test("start takes settings of a server from a configuration file, also those that it has no option for", async () => {
    const file = join(folder.path, "ratebook.toml");
    // An address of no machine (RFC 5737): the server ends.
    writeFileSync(file, 'host = "192.0.2.1"\nwork = ".ratebook/sample"\n');
    const { code, stdout, stderr } = await launched(["start", "--config", file]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("error: 192.0.2.1 is not an address of this machine.");
    expect(existsSync(join(folder.path, ".ratebook", "sample"))).toBe(true);
  });
});
