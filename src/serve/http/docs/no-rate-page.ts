import { NO_RATE_CODES } from "../../../pricing/no-rate.ts";
import type { Endpoint } from "../exchange.ts";
import { escaped, htmlDocument, pageEndpoint } from "./page.ts";

/** The page that documents the codes of `no_rate`. */
export const NO_RATE_PAGE = "/docs/no-rate";

/** The reasons why a lookup has no price, as explanations name them; with a twin in JSON. */
export function noRatePages(): readonly [path: string, endpoint: Endpoint][] {
  return [
    [NO_RATE_PAGE, pageEndpoint(page)],
    [
      `${NO_RATE_PAGE}.json`,
      (exchange) => {
        exchange.header("cache-control", "no-cache").sendJson(JSON.stringify(NO_RATE_CODES));
      },
    ],
  ];
}

function page(): string {
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
