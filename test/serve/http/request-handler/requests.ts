import { BATCH, RATE, SEARCH, TOKENS } from "../support/fake-app.ts";

/** Of the service that these requests are sent to. */
export const BODY_BYTES_MAX = 1_000;

const HOST = "Host: x\r\n";
const CLOSE = "Connection: close\r\n";
const KEY = `Authorization: Bearer ${TOKENS.all}\r\n`;
const JSON_TYPE = "Content-Type: application/json\r\n";
const JOB = "/api/v1/reprice/0123456789abcdef";
const LOOKUP = `${RATE}?billing_code=100&npi=1000000001`;
const EMPTY_BATCH = '{"requests":[]}';
const CHUNKED_BATCH = `f\r\n${EMPTY_BATCH}\r\n0\r\n\r\n`;
const FORM_TYPE = "Content-Type: multipart/form-data; boundary=b\r\n";
const FORM = '--b\r\nContent-Disposition: form-data; name="state"\r\n\r\nzz\r\n--b--\r\n';

/** A request whose connection is closed after it. */
function ask(method: string, url: string, headers = "", body = ""): string {
  const length = body === "" ? "" : `Content-Length: ${body.length}\r\n`;
  return `${method} ${url} HTTP/1.1\r\n${HOST}${CLOSE}${headers}${length}\r\n${body}`;
}

function chunked(method: string, url: string, headers: string, chunks: string): string {
  return `${method} ${url} HTTP/1.1\r\n${HOST}${CLOSE}${headers}Transfer-Encoding: chunked\r\n\r\n${chunks}`;
}

function batch(body: string, headers = KEY + JSON_TYPE): string {
  return ask("POST", BATCH, headers, body);
}

const GOOD = [
  ask("GET", LOOKUP, KEY),
  ask("HEAD", LOOKUP, KEY),
  ask("GET", SEARCH, KEY),
  ask("GET", "/livez"),
  ask("HEAD", "/release"),
  ask("GET", "/docs/"),
  ask("GET", "/session"),
  ask("HEAD", "/session"),
  ask("DELETE", "/session"),
  ask("DELETE", "/session", "", "a body that nobody wants"),
  ask("POST", "/session", KEY),
  batch(EMPTY_BATCH),
  batch('{"requests":[{"npi":"1000000001","billing_code":"100"}]}'),
  batch(EMPTY_BATCH, KEY),
  batch(EMPTY_BATCH, `${KEY}Content-Type: application/json; charset=utf-8\r\n`),
  batch(EMPTY_BATCH, `${KEY}Content-Type: application/vnd.api+json\r\n`),
  batch(EMPTY_BATCH, `${KEY}${JSON_TYPE}Expect: 100-continue\r\n`),
  batch(EMPTY_BATCH, `${KEY}${JSON_TYPE}Expect: something\r\n`),
  chunked("POST", BATCH, KEY + JSON_TYPE, CHUNKED_BATCH),
  `GET ${LOOKUP} HTTP/1.0\r\n${KEY}\r\n`,
  // Several on one connection.
  `GET /livez HTTP/1.1\r\n${HOST}\r\n${batch(EMPTY_BATCH)}`,
  `POST ${BATCH} HTTP/1.1\r\n${HOST}${KEY}Content-Length: 15\r\n\r\n${EMPTY_BATCH}${ask("GET", LOOKUP, KEY)}`,
];

const PATHS = [
  ask("GET", "/"),
  ask("GET", "//"),
  ask("GET", "//livez"),
  ask("GET", "/livez/"),
  ask("GET", "/LIVEZ"),
  ask("GET", "/livez#part"),
  ask("GET", "/livez?x#part"),
  ask("GET", "/livez;x=1"),
  ask("GET", "/livez%3Fx"),
  ask("GET", "/live%7A"),
  ask("HEAD", "/live%7A"),
  ask("GET", "/livez%"),
  ask("GET", "/livez%2"),
  ask("GET", "/%FF"),
  ask("GET", "/%zz"),
  ask("PUT", "/%zz"),
  ask("OPTIONS", "/%zz"),
  ask("POST", "/%zz", KEY, "x"),
  ask("GET", "/%zz?api_key=x"),
  ask("GET", "/livez%00"),
  ask("GET", "/%2e%2e/livez"),
  ask("GET", "/a/../livez"),
  ask("GET", `/${"%25".repeat(50)}`),
  ask("GET", "/livez?%zz=%zz"),
  ask("GET", `/api/v1/%7A%7A/outpatient/rate?billing_code=100&npi=1000000001`, KEY),
  ask("GET", "/api/v1/%257A%257A/outpatient/rate", KEY),
  ask("GET", "/api/v1/zz%2Foutpatient/rate", KEY),
  ask("POST", "/api/v1/%7A%7A/outpatient/rate/batch", KEY + JSON_TYPE, EMPTY_BATCH),
  ask("PUT", "/api/v1/%7A%7A/outpatient/rate/batch", KEY + JSON_TYPE, EMPTY_BATCH),
  ask("GET", `${RATE}/`, KEY),
  ask("POST", `${BATCH}/`, KEY, EMPTY_BATCH),
  ask("GET", `/${"x".repeat(9_000)}`),
  ask("GET", `/${"x".repeat(20_000)}`),
  ask("GET", "http://x/livez"),
  ask("GET", "HTTP://x"),
  ask("GET", "http://elsewhere/livez"),
  ask("GET", "https://x/livez?a=1"),
  ask("POST", `http://x${BATCH}`, KEY + JSON_TYPE, EMPTY_BATCH),
  ask("GET", "ftp://x/livez"),
  ask("PUT", "ftp://x/livez"),
  ask("GET", "*"),
  ask("OPTIONS", "*"),
  ask("GET", "livez"),
  ask("GET", "/api/v1/tx/outpatient/rate", KEY),
  ask("GET", "/api/v1/qq/outpatient/rate", KEY),
  ask("PUT", "/api/v1/tx/outpatient/rate"),
];

const METHODS = [
  ask("POST", "/livez", "", "x"),
  ask("DELETE", "/livez"),
  ask("TRACE", "/livez"),
  ask("OPTIONS", RATE),
  ask("PROPFIND", RATE),
  ask("QUERY", RATE),
  ask("PURGE", "/nothing"),
  ask("M-SEARCH", BATCH),
  ask("GET", BATCH, KEY),
  ask("HEAD", BATCH, KEY),
  ask("PUT", "/session", "", "x"),
  ask("PATCH", "/session"),
  ask("NONSENSE", "/livez"),
  ask("CONNECT", "x:80"),
  ask("get", "/livez"),
  ask("GET", LOOKUP, KEY, "a body"),
  ask("HEAD", "/livez", "", "a body"),
];

const BODIES = [
  batch(""),
  ask("POST", BATCH, KEY),
  batch("{"),
  batch("null"),
  batch(EMPTY_BATCH, JSON_TYPE),
  batch(EMPTY_BATCH, `Authorization: Bearer nobody\r\n${JSON_TYPE}`),
  batch(EMPTY_BATCH, `Authorization: Bearer ${TOKENS.exhausted}\r\n${JSON_TYPE}`),
  batch(EMPTY_BATCH, `Authorization: Bearer ${TOKENS.onlyYonder}\r\n${JSON_TYPE}`),
  batch(EMPTY_BATCH, `${KEY}Content-Type: text/csv\r\n`),
  batch(EMPTY_BATCH, `${KEY}Content-Type: \r\n`),
  batch(EMPTY_BATCH, `${KEY}Content-Type: json\r\n`),
  batch(EMPTY_BATCH, `${KEY}Content-Type: application/json; charset\r\n`),
  batch(EMPTY_BATCH, `${KEY}Content-Type: application/json;;;\r\n`),
  batch(EMPTY_BATCH, `${KEY}Content-Type: "a"/b+json\r\n`),
  batch(EMPTY_BATCH, `${KEY}Content-Type: a/(b)+json; x=y\r\n`),
  batch(EMPTY_BATCH, `${KEY}Content-Type: multipart/form-data\r\n`),
  batch(EMPTY_BATCH, `${KEY}Content-Type: multipart/form-data+json\r\n`),
  batch(EMPTY_BATCH, `${KEY}${JSON_TYPE}Content-Encoding: gzip\r\n`),
  batch(EMPTY_BATCH, `${KEY}${JSON_TYPE}Content-Encoding: identity\r\n`),
  batch(EMPTY_BATCH, `${KEY}${JSON_TYPE}Accept-Version: 1\r\n`),
  batch("x".repeat(BODY_BYTES_MAX)),
  batch("x".repeat(BODY_BYTES_MAX + 1)),
  batch("x".repeat(BODY_BYTES_MAX + 1), `${KEY}${JSON_TYPE}Expect: 100-continue\r\n`),
  batch("x".repeat(BODY_BYTES_MAX + 1), `${KEY}Content-Type: "a"/b+json\r\n`),
  chunked("POST", BATCH, KEY + JSON_TYPE, `400\r\n${"x".repeat(1_024)}\r\n0\r\n\r\n`),
  chunked("POST", BATCH, KEY + JSON_TYPE, `3e8\r\n${"x".repeat(1_000)}\r\n0\r\n\r\n`),
  chunked("POST", BATCH, KEY + JSON_TYPE, "0\r\n\r\n"),
  chunked("POST", BATCH, KEY + JSON_TYPE, "zz\r\n"),
  chunked("POST", BATCH, JSON_TYPE, "zz\r\n"),
  chunked("GET", "/livez", "", "zz\r\n"),
  ask("POST", BATCH, `${KEY}${JSON_TYPE}Content-Length: x\r\n`),
  ask("POST", BATCH, `${KEY}${JSON_TYPE}Content-Length: -1\r\n`),
  `POST ${BATCH} HTTP/1.0\r\n${KEY}${JSON_TYPE}Content-Length: 15\r\n\r\n${EMPTY_BATCH}`,
];

const HEADS = [
  `GET /livez HTTP/1.1\r\n${CLOSE}\r\n`,
  `POST ${BATCH} HTTP/1.1\r\n${CLOSE}${KEY}Content-Length: 15\r\n\r\n${EMPTY_BATCH}`,
  `GET /livez HTTP/1.1\r\nHost: elsewhere\r\n${CLOSE}\r\n`,
  `PUT /livez HTTP/1.1\r\nHost: elsewhere\r\n${CLOSE}\r\n`,
  `GET /%zz HTTP/1.1\r\nHost: elsewhere\r\n${CLOSE}\r\n`,
  ask("GET", "/livez", HOST),
  ask("PUT", "/nothing", HOST),
  ask("GET", "/livez", `X: ${"x".repeat(20_000)}\r\n`),
  ask("GET", "/livez", "no colon\r\n"),
  ask("GET", "/livez", "Upgrade: websocket\r\n"),
  ask("GET", "/livez", "Accept-Version: 1\r\n"),
  `GET /livez HTTP/3.0\r\n${HOST}\r\n`,
  `GET /live z HTTP/1.1\r\n${HOST}\r\n`,
  "\r\n\r\nGET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
  "nonsense\r\n\r\n",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03",
  ask("GET", "/livez", "X-A: a\0b\r\n"),
  ask("GET", "/livez?name=Jos\u00e9"),
  batch(EMPTY_BATCH, `${KEY}${JSON_TYPE}Content-Length: 3\r\n`),
  batch(EMPTY_BATCH, `${KEY}${JSON_TYPE}Transfer-Encoding: chunked\r\n`),
  batch(EMPTY_BATCH, `${KEY}${JSON_TYPE}${KEY}`),
  ask("GET", `${LOOKUP}&api_key=x`, KEY),
  batch(EMPTY_BATCH).replace(BATCH, `${BATCH}?api_key=x`),
  batch(EMPTY_BATCH).replace(BATCH, `${BATCH}?x=1`),
];

const JOBS = [
  ask("POST", "/api/v1/reprice"),
  ask("POST", "/api/v1/reprice", KEY),
  ask("POST", "/api/v1/reprice", KEY + JSON_TYPE, "{}"),
  ask("POST", "/api/v1/reprice", `${KEY}Content-Type: multipart/form-data\r\n`, FORM),
  ask("POST", "/api/v1/reprice", `${KEY}Content-Type: multipart/form-data; boundary\r\n`, FORM),
  ask("POST", "/api/v1/reprice", KEY + FORM_TYPE),
  ask("POST", "/api/v1/reprice", KEY + FORM_TYPE, FORM),
  ask("POST", "/api/v1/reprice", KEY + FORM_TYPE, FORM.replace("zz", "z".repeat(2_000))),
  ask("POST", "/api/v1/reprice", `${KEY}${FORM_TYPE}Content-Encoding: gzip\r\n`, FORM),
  ask("POST", "/api/v1/reprice", `${KEY}${FORM_TYPE}Expect: 100-continue\r\n`, FORM),
  ask("POST", "/api/v1/repric%65", KEY + FORM_TYPE, FORM),
  ask("GET", "/api/v1/reprice", KEY),
  ask("GET", JOB),
  ask("GET", JOB, KEY),
  ask("HEAD", JOB, KEY),
  ask("DELETE", JOB),
  ask("DELETE", JOB, KEY),
  ask("DELETE", JOB, KEY, "a body that nobody wants"),
  ask("DELETE", JOB, KEY, "x".repeat(BODY_BYTES_MAX + 1)),
  chunked("DELETE", JOB, KEY, `400\r\n${"x".repeat(1_024)}\r\n0\r\n\r\n`),
  ask("DELETE", JOB, `${KEY}Content-Type: json\r\n`, "x"),
  ask("DELETE", JOB, `${KEY}Content-Type: text/csv\r\n`, "x"),
  ask("PUT", JOB, KEY),
  ask("GET", `${JOB}/results`, KEY),
  ask("HEAD", `${JOB}/faults`, KEY),
  ask("GET", `${JOB}/workbook`, KEY),
  ask("DELETE", `${JOB}/workbook`, KEY),
  ask("GET", `${JOB}/other`, KEY),
  ask("GET", `${JOB}/`, KEY),
  ask("GET", `${JOB}/results/`, KEY),
  ask("GET", "/api/v1/reprice/:id", KEY),
  ask("GET", "/api/v1/reprice/", KEY),
  ask("GET", "/api/v1/reprice//results", KEY),
  ask("PUT", "/api/v1/reprice/", KEY),
  ask("POST", "/api/v1/reprice/", KEY),
  ask("GET", "/api/v1/reprice/a%2Fb", KEY),
  ask("GET", "/api/v1/reprice/a%25b", KEY),
  ask("PUT", "/api/v1/reprice/a%25b", KEY),
  ask("GET", "/api/v1/reprice/%zz", KEY),
  ask("GET", `/api/v1/reprice/${"a".repeat(100)}`, KEY),
  ask("GET", `/api/v1/reprice/${"a".repeat(101)}`, KEY),
];

/** Good and hostile requests, as bytes. */
export const REQUESTS: readonly string[] = [...GOOD, ...PATHS, ...METHODS, ...BODIES, ...HEADS, ...JOBS];

/** Requests whose client leaves before all of the body is sent. */
export const CUT_SHORT: readonly string[] = [
  `POST ${BATCH} HTTP/1.1\r\n${HOST}${KEY}Content-Length: 15\r\n\r\n{"re`,
  `POST ${BATCH} HTTP/1.1\r\n${HOST}Content-Length: 15\r\n\r\n{"re`,
  `POST ${BATCH} HTTP/1.1\r\n${HOST}${KEY}Transfer-Encoding: chunked\r\n\r\nf\r\n{"re`,
  `POST /api/v1/reprice HTTP/1.1\r\n${HOST}${KEY}${FORM_TYPE}Content-Length: 500\r\n\r\n${FORM}`,
  `DELETE ${JOB} HTTP/1.1\r\n${HOST}${KEY}Content-Length: 15\r\n\r\n{"re`,
  `GET /livez HTTP/1.1\r\n${HOST}Content-Length: 15\r\n\r\n{"re`,
  `GET /livez HTTP/1.1\r\n${HOST}`,
];
