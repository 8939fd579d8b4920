import type { Sent } from "../fire/http.ts";
import type { Canaries } from "../fire/leaks.ts";
import type { Operation } from "./openapi.ts";

/** Where a mark may come back: `echo` in answers of every kind, `never` in none. */
export interface Marked {
  readonly sent: Sent;
  /** Marks that no answer may hold: those of headers and keys, and a reference_id where the request is refused. */
  readonly never: readonly string[];
  /** Marks that only an answer of success may hold: the echo of a reference_id. */
  readonly onSuccess: readonly string[];
}

/** Headers that proxies and browsers send, and that careless programs write down. */
const HEADERS = ["user-agent", "cookie", "referer", "x-forwarded-for", "x-request-id", "origin", "traceparent"];

/** For an operation: one request per parameter, and some that are refused for other reasons, all full of marks. */
export function markedRequests(operation: Operation, key: string, canaries: Canaries): readonly Marked[] {
  const { id, path, method, parameters } = operation;
  const put = (where: string): string => canaries.put(`${id} ${where}`);
  const marked = (
    request: Omit<Sent, "headers">,
    more: Readonly<Record<string, string>>,
    reference: string,
  ): Marked => {
    const marks = HEADERS.map((name) => [name, put(`header ${name}`)] as const);
    const headers = { ...Object.fromEntries(marks), authorization: `Bearer ${key}`, ...more };
    return { sent: { ...request, headers }, never: marks.map(([, mark]) => mark), onSuccess: [reference] };
  };
  const fields = parameters.map(({ name }) => [name, put(`parameter ${name}`)] as const);
  const reference = fields.find(([name]) => name === "reference_id")?.[1] ?? put("reference_id");
  if (method === "get") {
    const all = marked(
      { method: "GET", path: `${path}?${new URLSearchParams(fields.map(([...pair]) => pair))}` },
      {},
      reference,
    );
    const example = new URLSearchParams({
      ...(operation.examples[0] as Record<string, string>),
      reference_id: reference,
    });
    const wrongKey = put("wrong key");
    const keyInQuery = put("api_key");
    return [
      all,
      marked({ method: "GET", path: `${path}?${example}` }, {}, reference),
      { ...marked({ method: "GET", path }, { authorization: `Bearer ${wrongKey}` }, reference), never: [wrongKey] },
      { ...marked({ method: "GET", path: `${path}?api_key=${keyInQuery}` }, {}, reference), never: [keyInQuery] },
      marked({ method: "GET", path: `${path}/${put("path")}?${put("query")}=1` }, {}, reference),
      marked({ method: "DELETE", path: `${path}?${put("query")}=${put("query")}` }, {}, reference),
    ];
  }
  const json = { "content-type": "application/json" };
  const body = JSON.stringify({
    requests: [Object.fromEntries(fields), { reference_id: put("item") }],
    more: put("body"),
  });
  const unread = put("unread body");
  return [
    marked({ method: "POST", path, body }, json, reference),
    { ...marked({ method: "POST", path, body: `{"requests": "${unread}` }, json, reference), never: [unread] },
    // The media type is the error here: like an invalid parameter it is returned to its sender, and to no other client.
    marked({ method: "POST", path, body }, { "content-type": `text/${put("media type")}` }, reference),
    marked({ method: "POST", path, body: unread.repeat(Math.ceil((5 << 20) / unread.length)) }, json, reference),
  ];
}
