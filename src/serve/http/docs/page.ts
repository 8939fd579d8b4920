import { contentSecurityPolicy, writeDocumentHeaders } from "../document-headers.ts";
import type { Endpoint, Exchange } from "../exchange.ts";

/** What a page may load: our own files only, so that it works without the internet and nothing else gets in. */
const CONTENT_SECURITY_POLICY = contentSecurityPolicy(
  "script-src 'self'",
  // Swagger UI styles its elements inline.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
);

export function sendPage(exchange: Exchange, html: string): void {
  writeDocumentHeaders(exchange, CONTENT_SECURITY_POLICY)
    .header("cache-control", "no-cache")
    .send(200, "text/html; charset=utf-8", html);
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] as string);
}

/** Text with `code` in backticks, as the problem registry writes it. */
export function withCode(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

/** Serves a page that is written when it is asked for. */
export function pageEndpoint(html: () => string): Endpoint {
  return (exchange) => {
    sendPage(exchange, html());
  };
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c;background:#fff}
code{background:#f2f2f2;padding:.1em .3em;border-radius:3px}
blockquote{margin:0;padding:.5rem 1rem;border-left:4px solid #bbb;background:#fafafa}
td,th{text-align:left;padding:.2rem 1rem .2rem 0;vertical-align:top}`;

/** A page of the documentation. */
export function htmlDocument(title: string, content: string): string {
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
