import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { MicroBatches } from "../../../src/serve/http/micro-batches.ts";
import { ask } from "./support/ask.ts";
import { expectProblem } from "./support/expect-problem.ts";
import { BATCH, batch, bearer, fakeService, get, RATE, TOKENS } from "./support/fake-app.ts";

const { app } = fakeService();

interface BatchAnswer {
  readonly batch_size: number;
  readonly responses: readonly {
    readonly index: number;
    readonly reference_id: string | null;
    readonly results: readonly object[];
    readonly error: { readonly code: string; readonly message: string; readonly errors: readonly object[] } | null;
  }[];
}

async function answerTo(requests: readonly unknown[]): Promise<BatchAnswer> {
  const response = await ask(app, batch({ requests }));
  expect(response.statusCode).toBe(200);
  return response.json<BatchAnswer>();
}

describe("A batch", () => {
  it("answers each item in request order with what the single lookup returns", async () => {
    const answer = await answerTo([
      { billing_code: "100", npi: "1000000001", reference_id: "a" },
      { billing_code: "100", provider_name: "clinic", length_of_stay: 3, child_patient: true },
    ]);
    const first = await ask(app, get(`${RATE}?billing_code=100&npi=1000000001&reference_id=a`));
    const second = await ask(
      app,
      get(`${RATE}?billing_code=100&provider_name=clinic&length_of_stay=3&child_patient=true`),
    );
    expect(answer).toEqual({
      batch_size: 2,
      responses: [
        { index: 0, reference_id: "a", results: first.json(), error: null },
        { index: 1, reference_id: null, results: second.json(), error: null },
      ],
    });
  });

  it("gives a faulty item an error of its own and prices its neighbours", async () => {
    const { responses } = await answerTo([
      { billing_code: "100", npi: "1000000001" },
      { npi: 12, reference_id: "b", wrong: null },
      { billing_code: "100", npi: "1000000002" },
    ]);
    expect(responses.map(({ error }) => error?.code ?? null)).toEqual([null, "missing_parameter", null]);
    const { index, reference_id, results, error } = responses[1] as BatchAnswer["responses"][number];
    expect([index, reference_id]).toEqual([1, "b"]);
    const nulls = Object.fromEntries(Object.keys(responses[0]?.results[0] ?? {}).map((name) => [name, null]));
    const refused = { ...nulls, rate_found: false, error_message: error?.message, reference_id: "b" };
    expect(results).toEqual([refused]);
    expect(Object.keys(results[0] ?? {})).toEqual(Object.keys(nulls));
    expect(responses[1]?.error?.errors).toMatchObject([
      { field: "billing_code", code: "missing_parameter" },
      { field: "npi", code: "invalid_parameter" },
      { field: "wrong", code: "unknown_parameter" },
    ]);
    expect(responses[1]?.error?.message).toContain("billing_code");
  });

  it.each([null, 7, "x", true, [], [[]]])("takes the item %j for a faulty one", async (item) => {
    const { responses } = await answerTo([item]);
    expect(responses[0]).toMatchObject({
      index: 0,
      reference_id: null,
      results: [{ rate_found: false, payment_rate: null, reference_id: null }],
      error: { code: "invalid_parameter" },
    });
    expect(responses[0]?.error?.errors).toMatchObject([{ field: "requests[0]", code: "invalid_parameter" }]);
  });

  it.each([
    ["x".repeat(128), "x".repeat(128)],
    ["x".repeat(129), null],
    ["\u{1f600}".repeat(128), "\u{1f600}".repeat(128)],
    ["\u{1f600}".repeat(129), null],
    [" kept as it is ", " kept as it is "],
    ["", null],
    [7, null],
    [{ toString: 1 }, null],
  ])("of a faulty item echoes the reference_id %j as %j", async (reference_id, echoed) => {
    const { responses } = await answerTo([{ reference_id }]);
    expect(responses[0]?.reference_id).toBe(echoed);
    expect(responses[0]?.error?.code).toBe(
      echoed === null && reference_id !== "" ? "invalid_parameter" : "missing_parameter",
    );
  });

  it("echoes a lone surrogate unchanged", async () => {
    const response = await ask(
      app,
      batch('{"requests":[{"billing_code":"100","npi":"1000000001","reference_id":"\\ud800"}]}'),
    );
    expect(response.body).toContain('"reference_id":"\\ud800"');
  });

  it("may be empty", async () => {
    expect(await answerTo([])).toEqual({ batch_size: 0, responses: [] });
  });

  it("holds 1,000 items and not one more", async () => {
    const item = { billing_code: "100", npi: "1000000001" };
    const answer = await answerTo(Array.from({ length: 1000 }, () => item));
    expect(answer.batch_size).toBe(1000);
    expect(answer.responses.map(({ index }) => index)).toEqual(Array.from({ length: 1000 }, (_, index) => index));
    const response = await ask(app, batch({ requests: Array.from({ length: 1001 }, () => item) }));
    expectProblem(response, "batch_too_large");
  });

  it("refuses other members of the body as it refuses unknown parameters, dangerous ones included", async () => {
    const body =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"requests":[],"request":1,"npi":null}';
    const { detail, errors } = expectProblem(await ask(app, batch(body)), "unknown_parameter");
    expect(errors?.map(({ field }) => field)).toEqual(["__proto__", "constructor", "request", "npi"]);
    expect(errors?.[2]?.message).toBe('"request" is not a member of a batch; did you mean requests?');
    const remedy = "Put parameters into each item that they are meant for.";
    expect(errors?.[3]?.message).toBe(`"npi" is not a member of a batch; its only member is requests. ${remedy}`);
    expect(detail).toBe(errors?.[0]?.message);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("does not repeat an API key that was sent as a name", async () => {
    const response = await ask(app, batch({ requests: [], rb_live_0123456789abcdefABCDEF: 1 }));
    expect(expectProblem(response, "unknown_parameter").detail).toMatch(/^"rb_live_\.\.\." is not a member/);
    expect(String(response.rawPayload)).not.toContain("0123456789abcdef");
  });

  it("names a bounded number of other members", async () => {
    const others = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`wrong_${index}`, 1]));
    expect(expectProblem(await ask(app, batch({ requests: [], ...others })), "unknown_parameter").errors).toHaveLength(
      50,
    );
  });

  it("names the misspelt member before the one that is therefore missing", async () => {
    const { detail } = expectProblem(await ask(app, batch({ Request: [] })), "invalid_json");
    expect(detail).toMatch(
      /^"Request" is not a member of a batch; did you mean requests\? The body has no array "requests"\./,
    );
  });

  it("names the misspelt parameter of an item before the one that is therefore missing", async () => {
    const { responses } = await answerTo([{ biling_code: "100", npi: "1000000001" }]);
    expect(responses[0]?.error).toMatchObject({
      code: "missing_parameter",
      message: expect.stringMatching(
        /^"biling_code" is not .*; did you mean billing_code\? billing_code is required: /,
      ),
      errors: [{ field: "billing_code" }, { field: "biling_code" }],
    });
  });

  it.each([
    ['{"requests": [\n  {"reference_id": "s3cret" "npi": "1"}\n]}', ", at line 2, column 29"],
    // The engine quotes this body, and names no place.
    ['{"requests": [\n  {"npi": "1", "reference_id": s3cret}\n]}', ""],
    ['{"reference_id": s3cret (line 1 column 2)', ""],
  ])("names the place where a body stops being JSON, and nothing that it holds: %j", async (body, place) => {
    const response = await ask(app, batch(body));
    const said = `The body is not valid JSON${place}. Send {"requests": [ ... ]}.`;
    expect(expectProblem(response, "invalid_json").detail).toBe(said);
    expect(response.body).not.toContain("s3c");
  });

  it("takes __proto__ in an item for the unknown parameter it is", async () => {
    const response = await ask(app, batch('{"requests":[{"billing_code":"100","__proto__":{"npi":"1000000001"}}]}'));
    const { responses } = response.json<BatchAnswer>();
    expect(responses[0]?.error?.errors).toMatchObject([
      { field: "npi", code: "missing_provider_identifier" },
      { field: "__proto__", code: "unknown_parameter" },
    ]);
  });

  it("skips a byte order mark", async () => {
    expect((await ask(app, batch('\ufeff{"requests":[]}'))).statusCode).toBe(200);
  });

  it.each([
    ["no media type", {}],
    ["application/json with a charset", { "content-type": "application/json; charset=utf-8" }],
    ["a JSON type of one's own", { "content-type": "application/vnd.claims+json" }],
    ["capitals", { "content-type": "Application/JSON" }],
  ])("takes a body with %s", async (_what, headers) => {
    const response = await ask(app, {
      method: "POST",
      url: BATCH,
      headers: { ...bearer(TOKENS.all), ...headers },
      payload: Buffer.from('{"requests":[]}'),
    });
    expect(response.statusCode).toBe(200);
  });

  it.each(["text/plain", "application/xml", "multipart/form-data; boundary=x", "json", "application/jsonx", ";"])(
    "refuses the media type %j",
    async (mediaType) => {
      expectProblem(await ask(app, batch("{}", { "content-type": mediaType })), "unsupported_media_type");
    },
  );

  it("refuses a compressed body", async () => {
    expectProblem(await ask(app, batch("{}", { "content-encoding": "gzip" })), "unsupported_media_type");
  });

  it.each([
    "",
    " ",
    "{",
    "null",
    "[]",
    "7",
    '"requests"',
    "{}",
    '{"requests":{}}',
    '{"requests":null}',
    "NaN",
    "\u0000",
  ])("refuses the body %j", async (body) => {
    expectProblem(await ask(app, batch(body)), "invalid_json");
  });

  it("refuses a body that is not UTF-8, and does not quote a malformed one", async () => {
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]);
    expectProblem(await ask(app, { ...batch(""), payload: bytes }), "invalid_json");
    const response = await ask(app, batch('{"requests":[{"reference_id":"s3cret"}'));
    expectProblem(response, "invalid_json");
    expect(response.body).not.toContain("s3cret");
  });

  it("refuses nesting beyond 16 arrays and objects, wherever it is, and none in texts", async () => {
    const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
    for (const body of [deep(17), "[".repeat(4_000_000), `{"requests":[{"npi":${deep(14)}}]}`]) {
      const { detail } = expectProblem(await ask(app, batch(body)), "invalid_json");
      expect(detail).toContain("more than 16 arrays and objects within each other");
    }
    const text = JSON.stringify(`\\"${"[".repeat(100)}`);
    for (const value of [deep(13), text]) {
      expect((await ask(app, batch(`{"requests":[{"npi":${value}}]}`))).statusCode).toBe(200);
    }
  });

  it("refuses more than 100,000 values without parsing them", async () => {
    const items = (count: number) => `{"requests":[${Array.from({ length: count }, () => "1").join(",")}]}`;
    const detailOf = async (count: number) =>
      expectProblem(await ask(app, batch(items(count))), "batch_too_large").detail;
    expect(await detailOf(100_000)).toBe("The batch has 100000 items; at most 1000 are allowed. Split it.");
    expect(await detailOf(100_001)).toContain("The body has more than 100000 values; at most 1000 items");
  });

  it("answers items that are nested within measure", async () => {
    const nested = "[[[[{}]]]]";
    const item = await ask(
      app,
      batch(`{"requests":[${nested},{"npi":${nested}},{"reference_id":${nested}},{"x":${nested}}]}`),
    );
    expect(item.statusCode).toBe(200);
    expect(item.json<BatchAnswer>().responses.map(({ error }) => error?.code)).toEqual([
      "invalid_parameter",
      "missing_parameter",
      "invalid_parameter",
      "missing_parameter",
    ]);
  });

  it("answers an item whose name is four megabytes of accents with what is wrong with it", async () => {
    // Folded, they would keep the service busy for an hour.
    const provider_name = `a${"\u0301\u0323".repeat(1_000_000)}`;
    const { responses } = await answerTo([
      { billing_code: "100", provider_name },
      { billing_code: "100", npi: "1000000001" },
    ]);
    expect(responses[0]?.error).toMatchObject({ code: "invalid_parameter" });
    expect(responses[0]?.error?.message).toMatch(
      /^provider_name "a.{60,200} is not valid: expected at most 200 characters\.$/,
    );
    expect(responses[1]?.error).toBeNull();
  });

  it.each([
    ["UTF-16", Buffer.from('\ufeff{"requests":[]}', "utf16le")],
    ["UTF-16", Buffer.from('{"requests":[]}', "utf16le")],
    ["UTF-16", Buffer.from('{"requests":[]}', "utf16le").swap16()],
    ["UTF-32", Buffer.from([..."{}"].flatMap((character) => [0, 0, 0, character.charCodeAt(0)]))],
  ])("calls %s by its name", async (name, payload) => {
    const { detail } = expectProblem(await ask(app, { ...batch(""), payload }), "invalid_json");
    expect(detail).toBe(`The body is ${name}; send UTF-8. Send {"requests": [ ... ]}.`);
  });

  it("names a bounded number of unknown parameters", async () => {
    const wrong = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`wrong_${index}`, 1]));
    const { responses } = await answerTo([{ billing_code: "100", npi: "1000000001", ...wrong }]);
    expect(responses[0]?.error?.errors).toHaveLength(50);
  });
});

describe("micro batches", () => {
  function joinWith(microBatches: MicroBatches, names: readonly string[]): string[] {
    const notices: string[] = [];
    for (const name of names) {
      microBatches.join(() => {
        notices.push(`make ${name}`);
        microBatches.send(() => notices.push(`send ${name}`));
      });
    }
    return notices;
  }

  it("requests of one turn are all answered before any answer is sent", async () => {
    const notices = joinWith(new MicroBatches(), ["a", "b", "c"]);
    expect(notices).toEqual([]);
    await nextTurn();
    expect(notices).toEqual(["make a", "make b", "make c", "send a", "send b", "send c"]);
  });

  it("a micro-batch takes 64 requests, and the others follow in the next turns", async () => {
    const notices = joinWith(
      new MicroBatches(),
      Array.from({ length: 130 }, (_, number) => String(number)),
    );
    await nextTurn();
    expect(notices).toHaveLength(128);
    expect(notices.at(-1)).toBe("send 63");
    await nextTurn();
    await nextTurn();
    expect(notices).toHaveLength(260);
    expect(notices.at(-1)).toBe("send 129");
  });

  it("an answer that was waited for is sent at once", async () => {
    const microBatches = new MicroBatches();
    const notices: string[] = [];
    microBatches.join(() => {
      Promise.resolve().then(() => microBatches.send(() => notices.push("late")));
    });
    await nextTurn();
    expect(notices).toEqual(["late"]);
  });
});
