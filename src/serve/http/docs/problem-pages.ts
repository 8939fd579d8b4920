import type { Endpoint } from "../exchange.ts";
import { PROBLEM_CODES, PROBLEM_INDEX, PROBLEMS, type ProblemCode, problemPage } from "../problems.ts";
import { escaped, htmlDocument, pageEndpoint, withCode } from "./page.ts";

/** A page per kind of problem, which `type` refers to, each with a twin in JSON; and the list of them. */
export function problemPages(): readonly [path: string, endpoint: Endpoint][] {
  return [
    [PROBLEM_INDEX, pageEndpoint(indexPage)],
    ...PROBLEM_CODES.flatMap((code): [string, Endpoint][] => [
      [problemPage(code), pageEndpoint(() => kindPage(code))],
      [`${problemPage(code)}.json`, jsonTwin(code)],
    ]),
  ];
}

function jsonTwin(code: ProblemCode): Endpoint {
  return (exchange) => {
    exchange.header("cache-control", "no-cache").sendJson(JSON.stringify(twin(code)));
  };
}

function twin(code: ProblemCode): object {
  const { status, title, explanation, remedy, example } = PROBLEMS[code];
  return { type: problemPage(code), code, status, title, explanation, remedy, example_detail: example };
}

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
