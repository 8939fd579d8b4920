import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type FileChecks,
  FORM_LIMITS,
  type FormOutcome,
  receiveForm,
  shownFileName,
} from "../../../../src/serve/http/reprice/receive-form.ts";
import { runs } from "../../../support/property-runs.ts";
import { temporaryFolder } from "../../operations/support/running-server.ts";

let folder: ReturnType<typeof temporaryFolder>;
let server: Server;
let stop: AbortController;
let outcomes: Promise<FormOutcome>[];
let files: string[];
let checks: FileChecks;

beforeEach(async () => {
  folder = temporaryFolder();
  stop = new AbortController();
  outcomes = [];
  files = [];
  checks = { before: () => null, piece: () => null };
  server = createServer((request, response) => {
    const file = join(folder.path, `file-${files.length}`);
    files.push(file);
    const outcome = receiveForm(request, { file, claims: `${file}-claims` }, stop.signal, checks);
    outcomes.push(outcome);
    void outcome.then(() => {
      request.resume();
      response.writeHead(200, { connection: "close" }).end("over");
    });
    server.emit("taken");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
  folder.remove();
});

const BOUNDARY = "b0undary";

function part(head: string, body: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
}

const FILE = part('name="file"; filename="../../secret.csv"', "npi\n1\n");
const CLAIMS = part('name="claims"; filename="batch.837"', "ISA");
const END = `--${BOUNDARY}--\r\n`;

/** Sends a body, as it is, and tells what came of it. */
async function sent(body: string | Buffer, type = `multipart/form-data; boundary=${BOUNDARY}`): Promise<FormOutcome> {
  const { port } = server.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers: { "content-type": type }, body });
  return (await outcomes.at(-1)) as FormOutcome;
}

describe("a form", () => {
  test("with a part that has no name is refused in words", async () => {
    expect(JSON.stringify(await sent(part('filename="x"', "x") + END))).toContain('\\"\\" is a file');
    expect(JSON.stringify(await sent(part("", "x") + FILE + END))).toContain("has no name");
  });

  test("has its file written where we say and nowhere else, byte for byte, and its fields read", async () => {
    const outcome = await sent(part('name="state"', "ca") + FILE + part('name="setting"', "outpatient") + END);
    expect(outcome).toEqual({
      kind: "received",
      fields: new Map(Object.entries({ state: "ca", setting: "outpatient" })),
      fileName: "secret.csv",
      claimsName: null,
    });
    expect(readFileSync(files[0] as string, "utf8")).toBe("npi\n1\n");
  });

  test("may have a second file, the claims of a remittance, and keeps the names of both", async () => {
    expect(await sent(CLAIMS + FILE + END)).toMatchObject({
      kind: "received",
      fileName: "secret.csv",
      claimsName: "batch.837",
    });
    expect(readFileSync(files[0] as string, "utf8")).toBe("npi\n1\n");
    expect(readFileSync(`${files[0]}-claims`, "utf8")).toBe("ISA");
  });

  test("has the name of its file cleaned for lists: no folders, no control characters, a limit", () => {
    expect(shownFileName("C:\\claims\\Jane Doe.xlsx")).toBe("Jane Doe.xlsx");
    expect(shownFileName("a\u202e\n/b\u0007.csv ")).toBe("b.csv");
    expect(shownFileName(" / ")).toBeNull();
    expect(shownFileName("x".repeat(300))).toHaveLength(255);
  });

  test("whose file is empty is refused at once", async () => {
    const outcome = await sent(part('name="file"; filename="a"', "") + END);
    expect(outcome).toMatchObject({
      problem: { code: "invalid_form", detail: expect.stringMatching(/^The file is empty/) },
    });
  });

  test("may be refused by the fields that stand before its file, before any of that is written", async () => {
    const before: FileChecks["before"] = (fields) =>
      fields.get("dry_run") === "true" ? null : { code: "too_many_jobs", detail: "full" };
    checks = { ...checks, before };
    const dryRun = part('name="dry_run"', "true");
    expect(await sent(dryRun + FILE + END)).toMatchObject({ kind: "received" });
    expect(await sent(FILE + dryRun + END)).toMatchObject({ problem: { code: "too_many_jobs" } });
    expect(files.map((file) => existsSync(file))).toEqual([true, false]);
  });

  test("is refused in the midst of its file where its pieces are", async () => {
    let bytes = 0;
    checks = {
      ...checks,
      piece: ({ length }) => {
        bytes += length;
        return bytes > 100_000 ? { code: "overloaded", detail: "full" } : null;
      },
    };
    const long = part('name="file"; filename="a"', "x".repeat(1_000_000));
    expect(await sent(long + END)).toMatchObject({ kind: "refused", problem: { code: "overloaded" } });
    expect(bytes).toBeLessThan(500_000);
  });

  test.each([
    ["no boundary", FILE + END, "multipart/form-data", "no boundary"],
    ["no file", part('name="state"', "ca") + END, undefined, "It has no file"],
    ["two files", FILE + FILE + END, undefined, "file"],
    ["a file of another name", part('name="remit"; filename="a"', "x") + END, undefined, '"remit" is a file'],
    ["claims alone", part('name="claims"; filename="a"', "x") + END, undefined, "It has no file"],
    ["claims twice", CLAIMS + CLAIMS + FILE + END, undefined, '"claims" is a file'],
    [
      "empty claims",
      FILE + part('name="claims"; filename="a"', "") + END,
      undefined,
      "claims of the remittance is empty",
    ],
    ["a field twice", part('name="a"', "1") + part('name="a"', "2") + FILE + END, undefined, '"a" is there twice'],
    [
      "a field that is too long",
      part('name="a"', "x".repeat(FORM_LIMITS.fieldSize + 1)) + FILE + END,
      undefined,
      "longer",
    ],
    [
      "too many fields",
      Array.from({ length: 20 }, (_, i) => part(`name="f${i}"`, "")).join("") + END,
      undefined,
      "more than 18",
    ],
    ["an end that is missing", FILE, undefined, "ends early"],
    ["half a header", `--${BOUNDARY}\r\nContent-Disp`, undefined, "ends early"],
    ["nothing in it", "", undefined, "The form cannot be read"],
    ["another boundary", FILE + END, "multipart/form-data; boundary=other", "The form cannot be read"],
  ])("with %s is refused with the reason", async (_what, body, type, reason) => {
    const outcome = await sent(body, type);
    expect(outcome).toMatchObject({ kind: "refused", problem: { code: "invalid_form" } });
    expect(outcome.kind === "refused" && outcome.problem.detail).toContain(reason);
  });

  const whole = (file: string, boundary = BOUNDARY) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${file}\r\n--${boundary}--\r\n`;

  /** Sends a body byte by byte: every place of it is once the end of a piece. */
  async function sentBytewise(body: string): Promise<FormOutcome> {
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\n`);
    socket.write(`Transfer-Encoding: chunked\r\n\r\n`);
    socket.write(`${[...body].map((byte) => `1\r\n${byte}\r\n`).join("")}0\r\n\r\n`);
    await once(socket.resume(), "close");
    return (await outcomes.at(-1)) as FormOutcome;
  }

  test.each([
    ["the beginning of the boundary", `npi\r\n--${BOUNDARY.slice(0, -1)}\r\n1\r\n`],
    ["the boundary in a line", `npi\r\n- --${BOUNDARY}--\r\n1\r\n`],
    ["the boundary after a line feed alone", `npi\n--${BOUNDARY}x\n1\n`],
    ["the boundary in other letters", `npi\r\n--${BOUNDARY.toUpperCase()}\r\n1\r\n`],
    ["line ends and dashes", "\r\n\r\n--\r\n--\r\n\r\n"],
  ])("whose file has %s is accepted, byte for byte", async (_what, file) => {
    expect(await sent(whole(file))).toMatchObject({ kind: "received" });
    expect(await sentBytewise(whole(file))).toMatchObject({ kind: "received" });
    expect(files.map((path) => readFileSync(path, "latin1"))).toEqual([file, file]);
  });

  test.each([
    [
      "whose file has a line that begins with the boundary",
      whole(`npi\r\n--${BOUNDARY}x\r\n1\r\n`),
      "goes on after it",
    ],
    ["whose file has such a line with one dash", whole(`npi\r\n--${BOUNDARY}-x\r\n1\r\n`), "goes on after it"],
    ["whose file has the boundary as a line", whole(`npi\r\n--${BOUNDARY}\r\n1\r\n`), "no header Content-Disposition"],
    ["whose file has it before an empty line", whole(`npi\r\n--${BOUNDARY}\r\n\r\n1`), "no header Content-Disposition"],
    [
      "whose part has no line end before the next",
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\n${END}`,
      "do not end",
    ],
    [
      "whose part has no empty line",
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n${END}`,
      "do not end",
    ],
    ["whose part has endless headers", `--${BOUNDARY}\r\nX: ${"x".repeat(FORM_LIMITS.headerSize)}`, "do not end"],
    ["whose delimiter has endless padding", `--${BOUNDARY}${" ".repeat(FORM_LIMITS.headerSize)}`, "goes on after it"],
  ])("%s is refused before its client has sent the rest", async (_what, body, reason) => {
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1");
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\n`);
    socket.write(`Content-Length: 100000\r\n\r\n${body}`);
    await once(socket, "data");
    socket.destroy();
    const outcome = await outcomes.at(-1);
    expect(outcome).toMatchObject({ problem: { code: "invalid_form", detail: expect.stringContaining(reason) } });
    if (body.length < FORM_LIMITS.headerSize) expect(await sentBytewise(body)).toEqual(outcome);
  });

  test.each([
    ["quoted", 'multipart/form-data; boundary="b0undary"'],
    ["after other parameters", "multipart/form-data; charset=utf-8; Boundary=b0undary; x=y"],
  ])("with its boundary %s is accepted", async (_what, type) => {
    expect(await sent(whole("npi\n"), type)).toMatchObject({ kind: "received" });
  });

  test.each([
    ["of no characters", 'boundary=""'],
    ["of too many", `boundary=${"b".repeat(71)}`],
    ["with signs that are not allowed", "boundary=b%0d"],
  ])("with a boundary %s is refused", async (_what, parameter) => {
    const outcome = await sent(whole("npi\n"), `multipart/form-data; ${parameter}`);
    expect(outcome).toMatchObject({ problem: { detail: expect.stringContaining("no boundary") } });
  });

  test("whose client leaves is left alone", async () => {
    const { port } = server.address() as AddressInfo;
    const taken = once(server, "taken");
    const socket = connect(port, "127.0.0.1");
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\n`);
    socket.write(`Content-Length: 100000\r\n\r\n${FILE.slice(0, -4)}`);
    await taken;
    socket.destroy();
    expect(await outcomes[0]).toEqual({ kind: "left" });
  });

  test("is not waited for when the service stops", async () => {
    const { port } = server.address() as AddressInfo;
    const taken = once(server, "taken");
    const socket = connect(port, "127.0.0.1");
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\n`);
    socket.write("Content-Length: 100000\r\n\r\n");
    await taken;
    stop.abort();
    expect(await outcomes[0]).toEqual({ kind: "stopped" });
    socket.destroy();
  });

  test("that cannot be written is refused, and says whom to tell", async () => {
    folder.remove();
    expect(await sent(FILE + END)).toMatchObject({ kind: "refused", problem: { code: "overloaded" } });
  });

  test("of any bytes comes to an end", async () => {
    const pieces = fc.constantFrom(
      `--${BOUNDARY}`,
      "--",
      "\r\n",
      "\r\n\r\n",
      'Content-Disposition: form-data; name="file"; filename="a"',
      'Content-Disposition: form-data; name="state"',
      "Content-Type: multipart/mixed; boundary=x",
      "Content-Transfer-Encoding: base64",
      "npi\n",
      "\u0000\u00ff",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 30 }), async (parts) => {
        const { kind } = await sent(parts.join(""));
        expect(["received", "refused"]).toContain(kind);
      }),
      runs(100),
    );
  });
});
