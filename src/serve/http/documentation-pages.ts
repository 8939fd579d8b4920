import { NO_RATE_CODES } from "../../pricing/no-rate.ts";
import type { Endpoint } from "./exchange.ts";
import { contentSecurityPolicy, writeDocumentHeaders } from "./formats.ts";
import { PROBLEM_CODES, PROBLEM_INDEX, PROBLEMS, type ProblemCode, problemPage } from "./problems.ts";

/** A page per kind of problem, which `type` refers to, each with a twin in JSON; and the list of them. */
export function problemPages(): readonly [path: string, endpoint: Endpoint][] {
  return [
    [PROBLEM_INDEX, pageEndpoint(indexPage)],
    ...PROBLEM_CODES.flatMap((code): [string, Endpoint][] => {
      const { status, title, explanation, remedy, example } = PROBLEMS[code];
      const twin = { type: problemPage(code), code, status, title, explanation, remedy, example_detail: example };
      return [
        [problemPage(code), pageEndpoint(() => kindPage(code))],
        [`${problemPage(code)}.json`, jsonEndpoint(twin)],
      ];
    }),
  ];
}

/** The page that documents the codes of `no_rate`. */
export const NO_RATE_PAGE = "/docs/no-rate";

/** The reasons why a lookup has no price, as explanations name them; with a twin in JSON. */
export function noRatePages(): readonly [path: string, endpoint: Endpoint][] {
  return [
    [NO_RATE_PAGE, pageEndpoint(noRatePage)],
    [`${NO_RATE_PAGE}.json`, jsonEndpoint(NO_RATE_CODES)],
  ];
}

/** Serves a page that is rendered for each request. */
export function pageEndpoint(html: () => string): Endpoint {
  return (exchange) => {
    writeDocumentHeaders(exchange, CONTENT_SECURITY_POLICY)
      .header("cache-control", "no-cache")
      .send(200, "text/html; charset=utf-8", html());
  };
}

function jsonEndpoint(value: object): Endpoint {
  return (exchange) => {
    exchange.header("cache-control", "no-cache").sendJson(JSON.stringify(value));
  };
}

/** A page may load only our own files, so that it works without the internet and nothing else gets in. */
const CONTENT_SECURITY_POLICY = contentSecurityPolicy(
  "script-src 'self'",
  // Swagger UI styles its elements inline.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
);

function kindPage(code: ProblemCode): string {
  const { status, title, explanation, remedy, example } = PROBLEMS[code];
  return htmlDocument(
    title,
    `<p><a href="${PROBLEM_INDEX}">All problems</a></p>
<h1>${escaped(title)}</h1>
<p>Status <code>${status}</code>, code <code>${code}</code></p>
<p>${withCode(explanation)}</p>
<h2>What to do</h2>
<p>${withCode(remedy)}</p>
<h2>For example</h2>
<blockquote>${escaped(example)}</blockquote>`,
  );
}

function indexPage(): string {
  const rows = PROBLEM_CODES.map((code) => {
    const { status, title } = PROBLEMS[code];
    return `<tr><td>${status}</td><td><a href="${problemPage(code)}"><code>${code}</code></a></td><td>${escaped(title)}</td></tr>`;
  });
  return htmlDocument(
    "Problems",
    `<p><a href="/docs">The API</a></p>
<h1>Problems</h1>
<p>Every answer other than success is <code>application/problem+json</code> (RFC 9457). Its <code>code</code> is one of these and does not change.</p>
<table>
<tr><th>Status</th><th>Code</th><th></th></tr>
${rows.join("\n")}
</table>`,
  );
}

function noRatePage(): string {
  const rows = Object.entries(NO_RATE_CODES).map(
    ([code, meaning]) => `<tr id="${code}"><td><code>${code}</code></td><td>${escaped(meaning)}</td></tr>`,
  );
  return htmlDocument(
    "No rate",
    `<p><a href="/docs">The API</a></p>
<h1>No rate</h1>
<p>A lookup that finds no price is answered all the same, with <code>error_message</code>. Its explanation says why in a word that programs can rely on, <code>no_rate.code</code>, and what would help.</p>
<table>
<tr><th>Code</th><th></th></tr>
${rows.join("\n")}
</table>`,
  );
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] as string);
}

/** Text with `code` in backticks, as the problem registry writes it. */
function withCode(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c;background:#fff}
code{background:#f2f2f2;padding:.1em .3em;border-radius:3px}
blockquote{margin:0;padding:.5rem 1rem;border-left:4px solid #bbb;background:#fafafa}
td,th{text-align:left;padding:.2rem 1rem .2rem 0;vertical-align:top}`;

function htmlDocument(title: string, content: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} - Ratebook</title>
<style>${STYLE}</style>
</head>
<body>
${content}
</body>
</html>
`;
}
