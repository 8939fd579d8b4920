import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { INSTALLATION } from "../../core/files/installation.ts";
import { NO_RATE_CODES } from "../../pricing/no-rate.ts";
import { CATALOGUE_PATH, catalogueEndpoint } from "./catalogue.ts";
import type { AppDependencies } from "./dependencies.ts";
import { type Endpoint, MEDIA_TYPES } from "./exchange.ts";
import { contentSecurityPolicy, writeDocumentHeaders } from "./formats.ts";
import { OPENAPI_PATH, openApiBytes } from "./openapi/document.ts";
import { pageEndpoints } from "./page.ts";
import { PROBLEM_CODES, PROBLEM_INDEX, PROBLEMS, problemPage } from "./problems.ts";

/** The page that documents the codes of `no_rate`. */
const NO_RATE_PAGE = "/docs/no-rate";

/** The pages and documents that describe the service. Open to everyone. */
export function documentationEndpoints(dependencies: AppDependencies): readonly [path: string, endpoint: Endpoint][] {
  const { page = null, states } = dependencies;
  const openApi = openApiBytes(states);
  return [
    // Without the built page, its address leads to the documentation.
    ...(page === null ? [["/", redirect("/docs")] satisfies [string, Endpoint]] : pageEndpoints(page)),
    ["/docs/", redirect("/docs")],
    [OPENAPI_PATH, async (exchange) => exchange.sendTagged(MEDIA_TYPES.json, openApi(), "no-cache")],
    [CATALOGUE_PATH, catalogueEndpoint(states)],
    ...swaggerUi(),
    [PROBLEM_INDEX, pageEndpoint(problemsPage)],
    ...PROBLEM_CODES.map((code): [string, Endpoint] => [problemPage(code), redirect(`${PROBLEM_INDEX}#${code}`)]),
    [NO_RATE_PAGE, pageEndpoint(noRatePage)],
  ];
}

function redirect(target: string): Endpoint {
  return (exchange) => {
    exchange.header("location", target).send(302, "text/plain; charset=utf-8", `This is at ${target}.\n`);
  };
}

/** Swagger UI, whose built files `scripts/page` copies beside the page. */
export const SWAGGER_UI = {
  /** The development package that they come from. */
  package: "swagger-ui-dist",
  /** Where the copies are, in the folder of the built page. */
  folder: "swagger-ui",
  assets: [
    { file: "swagger-ui.css", type: "text/css; charset=utf-8" },
    { file: "swagger-ui-bundle.js", type: "text/javascript; charset=utf-8" },
    { file: "favicon-32x32.png", type: "image/png" },
  ],
} as const;

const SWAGGER_PAGE = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Ratebook API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
</head>
<body>
<div id="swagger-ui"></div>
<noscript>This page needs JavaScript. The description of the API is at <a href="${OPENAPI_PATH}">${OPENAPI_PATH}</a>.</noscript>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/**
 * In a file of its own, since the page allows no inline scripts. Swagger UI checks and rebuilds the whole document to follow a
 * reference, which took it 4 of 5 seconds when it started and when the first operation was opened. Ours are all within the document:
 * they are followed here, within milliseconds. A schema that refers to itself keeps its reference.
 */
const SWAGGER_START = `async function resolveSubtree(document, path) {
  const followed = (piece, around) => {
    if (typeof piece !== "object" || piece === null) return piece;
    if (Array.isArray(piece)) return piece.map((each) => followed(each, around));
    const { $ref, ...beside } = piece;
    if (typeof $ref === "string" && !around.includes($ref)) {
      const component = $ref.slice("#/".length).split("/").reduce((within, name) => within[name], document);
      return followed({ ...component, ...beside }, [...around, $ref]);
    }
    return Object.fromEntries(Object.entries(piece).map(([name, value]) => [name, followed(value, around)]));
  };
  return { spec: followed(path.reduce((within, name) => within?.[name], document), []), errors: [] };
}
SwaggerUIBundle({
  url: "${OPENAPI_PATH}",
  dom_id: "#swagger-ui",
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  docExpansion: "list",
  persistAuthorization: false,
  validatorUrl: null,
  plugins: [() => ({ fn: { resolveSubtree } })],
});
`;

const ASSET_SECONDS = 3600;

/** /docs: the description of the API to read and to try, from our own files only. */
function swaggerUi(): readonly [path: string, endpoint: Endpoint][] {
  const start: Endpoint = (exchange) => {
    exchange.header("cache-control", "no-cache").send(200, "text/javascript; charset=utf-8", SWAGGER_START);
  };
  return [
    ["/docs", pageEndpoint(() => SWAGGER_PAGE)],
    ["/docs/start.js", start],
    ...SWAGGER_UI.assets.map(({ file, type }): [string, Endpoint] => [`/docs/${file}`, asset(file, type)]),
  ];
}

/** The file is read with the first request for it, which most servers never receive; all requests share one copy. */
function asset(file: string, type: string): Endpoint {
  let kept: Promise<Buffer> | null = null;
  return async (exchange) => {
    kept ??= readAsset(file).catch((error: unknown) => {
      // What failed is not kept.
      kept = null;
      throw error;
    });
    exchange.sendTagged(type, await kept, `public, max-age=${ASSET_SECONDS}`);
  };
}

const { resolve } = createRequire(import.meta.url);

/** A clone whose page has not been built has the development package; the npm package and the container have the copies alone. */
async function readAsset(file: string): Promise<Buffer> {
  try {
    return await readFile(join(INSTALLATION, "web", "dist", SWAGGER_UI.folder, file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return await readFile(resolve(`${SWAGGER_UI.package}/${file}`));
  }
}

/** Serves a page that is rendered for each request. */
function pageEndpoint(html: () => string): Endpoint {
  return (exchange) => {
    writeDocumentHeaders(exchange, CONTENT_SECURITY_POLICY)
      .header("cache-control", "no-cache")
      .send(200, "text/html; charset=utf-8", html());
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

function problemsPage(): string {
  const rows = PROBLEM_CODES.map((code) => {
    const { status, title, remedy } = PROBLEMS[code];
    return tableRow(code, [String(status), title, remedy]);
  });
  return tablePage(
    "Problems",
    "Every answer other than success is `application/problem+json` (RFC 9457). Its `code` is one of these and does not change.",
    ["Code", "Status", "Problem", "Remedy"],
    rows,
  );
}

/** The reasons why a lookup has no price, as explanations name them. */
function noRatePage(): string {
  const rows = Object.entries(NO_RATE_CODES).map(([code, meaning]) => tableRow(code, [meaning]));
  return tablePage(
    "No rate",
    "A lookup that finds no price is answered all the same, with `error_message`. Its explanation says why in a word that programs can rely on, `no_rate.code`, and what would help.",
    ["Code", "Meaning"],
    rows,
  );
}

/** A line of a table that its code leads to: `/docs/problems#not_found`. */
function tableRow(code: string, cells: readonly string[]): string {
  return `<tr id="${code}"><td><code>${code}</code></td>${cells.map((cell) => `<td>${withCode(cell)}</td>`).join("")}</tr>`;
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] as string);
}

/** Text with `code` in backticks, as `problems.ts` writes it. */
function withCode(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c;background:#fff}
code{background:#f2f2f2;padding:.1em .3em;border-radius:3px}
tr:target{background:#fff7d6}
td,th{text-align:left;padding:.2rem 1rem .2rem 0;vertical-align:top}`;

function tablePage(title: string, about: string, headings: readonly string[], rows: readonly string[]): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Ratebook</title>
<style>${STYLE}</style>
</head>
<body>
<p><a href="/docs">The API</a></p>
<h1>${title}</h1>
<p>${withCode(about)}</p>
<table>
<tr>${headings.map((heading) => `<th>${heading}</th>`).join("")}</tr>
${rows.join("\n")}
</table>
</body>
</html>
`;
}
