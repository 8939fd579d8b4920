import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { ratebook as commandsFor } from "../../src/cli/program.ts";
import { ratebook } from "./support/ratebook.ts";

/* The probe against servers that answer as Ratebook does, or otherwise. test/cli/serve.system.test.ts has it against the server itself. */

const RELEASE = { name: "Rates", version: "2026.11", content_hash: "5f0c" };
const READY = { status: "ready", program_version: "1.2.3", release: RELEASE, file: "unchanged", problems: [] };

describe("ready", () => {
  let server: Server | null = null;

  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
    server = null;
  });

  async function listening(answer: RequestListener): Promise<string> {
    server = createServer(answer).listen(0, "127.0.0.1");
    await once(server, "listening");
    return String((server.address() as { readonly port: number }).port);
  }

  const sending =
    (status: number, body: unknown): RequestListener =>
    (_request, response) =>
      response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));

  test("prints one line about a server that can answer, and ends with 0", async () => {
    const requested: unknown[] = [];
    const port = await listening((request, response) => {
      requested.push([request.url, request.headers.host]);
      sending(200, READY)(request, response);
    });
    const outcome = { code: 0, stdout: "ready: Ratebook 1.2.3, release Rates 2026.11.\n", stderr: "" };
    expect(await ratebook(["ready", "--port", port])).toEqual(outcome);
    // As the server itself is set: every address stands for this machine, and localhost is always an allowed name.
    expect(await ratebook(["ready"], { RATEBOOK_HOST: "0.0.0.0", RATEBOOK_PORT: port })).toEqual(outcome);
    expect(await ratebook(["ready", "--url", `http://127.0.0.1:${port}/`])).toEqual(outcome);
    expect(requested).toEqual([
      ["/readyz", "localhost"],
      ["/readyz", "localhost"],
      ["/readyz", `127.0.0.1:${port}`],
    ]);
  });

  test("a degraded server can answer: 0, and the line has what is wrong", async () => {
    const port = await listening(sending(200, { ...READY, status: "degraded", problems: ["The database\nis away."] }));
    const { code, stdout } = await ratebook(["ready", "--port", port]);
    expect([code, stdout]).toEqual([0, "degraded: Ratebook 1.2.3, release Rates 2026.11. The database is away.\n"]);
  });

  test.each([
    ["that is not ready", 503, { code: "not_ready", detail: "The service is stopping." }, "The service is stopping."],
    ["that refuses the probe", 421, { detail: "Not a name of this server." }, "Not a name of this server."],
    ["of another program", 200, "<html>Welcome</html>", "status 200, and not as a server of Ratebook does."],
    ["of another program that sends JSON", 200, { status: "ok" }, "not as a server of Ratebook does."],
    ["of another program with some of the members", 200, { status: "ready" }, "not as a server of Ratebook does."],
    ["of another program with other types", 200, { ...READY, problems: 5 }, "not as a server of Ratebook does."],
    ["whose answer is too long", 200, "x".repeat(100_000), "its answer is too long"],
  ])("a server %s is one line on standard error and exit code 1", async (_what, status, body, reason) => {
    const port = await listening(sending(status, body));
    const { code, stdout, stderr } = await ratebook(["ready", "--port", port]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^not ready: [^\n]+\n$/);
    expect(stderr).toContain(reason);
  });

  test("a server that changes to another protocol is not ready", async () => {
    const port = await listening(() => {});
    server?.on("request", (request) =>
      request.socket.end("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"),
    );
    const { code, stderr } = await ratebook(["ready", "--port", port]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("it speaks another protocol")]);
  });

  test("a port without a server, and one that no probe can know, are exit code 1 too", async () => {
    const port = await listening(sending(200, READY));
    server?.close();
    const gone = await ratebook(["ready", "--port", port]);
    expect([gone.code, gone.stderr]).toEqual([
      1,
      expect.stringMatching(/^not ready: http:\/\/127\.0\.0\.1:\d+ does not answer \(.*ECONNREFUSED.*\)\.\n$/),
    ]);
    const unknown = await ratebook(["ready", "--port", "0"]);
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringMatching(/^not ready: port 0 .*listening.*\n$/)]);
  });

  test("a server that accepts and says nothing is given up before a container gives the probe up", async () => {
    const port = await listening(() => {});
    const { code, stderr } = await ratebook(["ready", "--port", port]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("no answer within 3 seconds")]);
  });

  test("an address in two forms is wrong usage", async () => {
    const { code, stderr } = await ratebook(["ready", "--url", "http://127.0.0.1:1", "--port", "2"]);
    expect([code, stderr]).toEqual([2, "error: --url names host and port too. Leave out --host and --port.\n"]);
  });

  test("describes the address of the server, not where to listen", async () => {
    const { stdout } = await ratebook(["ready", "--help"]);
    expect(stdout).toMatch(/--host <address> +the address of the server/);
    expect(stdout).not.toMatch(/listen|any free/);
  });

  test("loads no command that reads or writes rates", async () => {
    const loaded = (await commandsFor("ready")).commands.map((command) => command.name());
    expect(loaded).toContain("serve");
    expect(loaded).not.toContain("build");
    expect((await commandsFor()).commands.length).toBeGreaterThan(2 * loaded.length);
  });
});
