import { describe, expect, it, test } from "vitest";
import { entityTag, isKnownTag } from "../../../src/serve/http/entity-tags.ts";
import { type Answered, ask } from "./support/ask.ts";
import { fakeService } from "./support/fake-app.ts";
import { fakeRelease } from "./support/fake-release.ts";
import { exchange, listening } from "./support/raw-socket.ts";

describe("A tag", () => {
  it("is that of the content, in one piece or in parts", () => {
    const tag = entityTag("content");
    expect(tag).toMatch(/^W\/"[A-Za-z0-9_-]{43}"$/);
    expect(entityTag(Buffer.from("content"))).toBe(tag);
    expect(entityTag([new TextEncoder().encode("con"), new TextEncoder().encode("tent")])).toBe(tag);
    expect(entityTag("contents")).not.toBe(tag);
  });

  test.each([
    ['W/"a"', true],
    ['"a"', true],
    ['"b", W/"a"', true],
    ['"b","a","c"', true],
    ["*", true],
    [" * ", true],
    [undefined, false],
    ["", false],
    ["a", false],
    ['"b"', false],
    ['"A"', false],
    ['"a', false],
    ['W/"b", "ab", "*"', false],
  ])('W/"a" is named by %s: %s', (header, isKnown) => {
    expect(isKnownTag(header, 'W/"a"')).toBe(isKnown);
  });
});

const PATHS = ["/openapi.json", "/catalogue.json", "/docs/swagger-ui.css"];

describe("A document that the client has already", () => {
  const { app, observed } = fakeService();
  const tagOf = ({ headers }: Answered) => headers.etag ?? "";

  test.each(PATHS)("is not sent again: %s", async (url) => {
    const whole = await ask(app, url);
    const tag = tagOf(whole);
    expect(whole.statusCode).toBe(200);
    for (const method of ["GET", "HEAD"]) {
      for (const header of [tag, tag.slice("W/".length), `"other", ${tag}`, "*"]) {
        const answer = await ask(app, { method, url, headers: { "if-none-match": header } });
        expect(answer.statusCode).toBe(304);
        expect(answer.rawPayload).toHaveLength(0);
        expect(answer.headers).toMatchObject({
          etag: tag,
          "cache-control": whole.headers["cache-control"],
          vary: "Accept-Encoding",
        });
        for (const absent of ["content-type", "content-length", "content-encoding", "transfer-encoding"]) {
          expect(answer.headers[absent]).toBeUndefined();
        }
        expect(observed.at(-1)).toMatchObject({ status: 304, problem: null, lookups: 0 });
      }
    }
  });

  test.each(PATHS)("is sent with another tag, or without one: %s", async (url) => {
    for (const header of ['"other"', "W/", ""]) {
      const answer = await ask(app, { url, headers: { "if-none-match": header } });
      expect(answer.statusCode).toBe(200);
      expect(answer.rawPayload.length).toBeGreaterThan(0);
    }
  });

  it("has one tag in every coding: a client may change what it accepts", async () => {
    const url = "/catalogue.json";
    const tags = await Promise.all(
      ["identity", "gzip", "zstd"].map(async (coding) =>
        tagOf(await ask(app, { url, headers: { "accept-encoding": coding } })),
      ),
    );
    expect(new Set(tags).size).toBe(1);
    const headers = { "accept-encoding": "zstd", "if-none-match": tags[0] ?? "" };
    expect((await ask(app, { url, headers })).statusCode).toBe(304);
  });

  it("is a 304 also for a client that sends a body in chunks, whose rest is not read", async () => {
    const service = fakeService();
    const port = await listening(service.app);
    const head =
      "GET /catalogue.json HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: *\r\nTransfer-Encoding: chunked\r\n\r\n";
    const answer = await exchange(port, `${head}5\r\nhello\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 304 /);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    await service.app.close();
  });

  it("is sent when the release is another one, at once", async () => {
    const service = fakeService();
    const url = "/release";
    const before = await ask(service.app, url);
    const known = { url, headers: { "if-none-match": tagOf(before) } };
    expect((await ask(service.app, known)).statusCode).toBe(304);
    service.releases.put(fakeRelease("2"));
    const after = await ask(service.app, known);
    expect(after.statusCode).toBe(200);
    expect(tagOf(after)).not.toBe(tagOf(before));
    service.releases.put(fakeRelease());
    expect(tagOf(await ask(service.app, url))).toBe(tagOf(before));
  });

  test.each(["/readyz", "/livez", "/metrics", "/session"])(
    "has a tag only where it may be kept: not %s",
    async (url) => {
      const answer = await ask(app, { url, headers: { "if-none-match": "*" } });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers.etag).toBeUndefined();
      expect(answer.headers["cache-control"]).toBe("no-store");
    },
  );
});
