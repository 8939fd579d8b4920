import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { CATALOGUE_PATH, catalogueEndpoint } from "./catalogue.ts";
import type { AppDependencies } from "./dependencies.ts";
import { NO_RATE_PAGE, noRatePages, pageEndpoint, problemPages } from "./documentation-pages.ts";
import type { Endpoint } from "./exchange.ts";
import { DOCUMENT_PATHS, type DocumentName, openApiDocuments } from "./openapi/document.ts";
import { pageEndpoints } from "./page.ts";
import { PROBLEM_INDEX } from "./problems.ts";

/** The pages and documents that describe the service. Open to everyone. */
export function documentationEndpoints(dependencies: AppDependencies): readonly [path: string, endpoint: Endpoint][] {
  const { page = null } = dependencies;
  const documents = openApiDocuments(dependencies);
  const document = (name: DocumentName): [string, Endpoint] => [
    DOCUMENT_PATHS[name],
    async (exchange) => exchange.header("cache-control", "no-cache").sendJson(await documents(name)),
  ];
  return [
    // The nearest thing to the page where that has not been built.
    ...(page === null ? [["/", redirect("/docs")] satisfies [string, Endpoint]] : pageEndpoints(page)),
    ...OTHER_ADDRESSES.map(([path, target]): [string, Endpoint] => [path, redirect(target)]),
    document("json"),
    document("tables"),
    [CATALOGUE_PATH, catalogueEndpoint(dependencies.states)],
    ...swaggerUi(),
    ...problemPages(),
    ...noRatePages(),
  ];
}

/** Addresses that people type, and their targets. */
const OTHER_ADDRESSES = [
  ["/docs/", "/docs"],
  ["/docs/index.html", "/docs"],
  [`${PROBLEM_INDEX}/`, PROBLEM_INDEX],
  [`${NO_RATE_PAGE}/`, NO_RATE_PAGE],
  ...Object.values(DOCUMENT_PATHS).map((path) => [`${path}/`, path] as const),
] as const;

function redirect(target: string): Endpoint {
  return (exchange) => {
    exchange.header("location", target).send(302, "text/plain; charset=utf-8", `This is at ${target}.\n`);
  };
}

/** Only the built files of the package are used; its plugin would bring a static file server and its own answers. */
const { resolve } = createRequire(import.meta.url);

const ASSETS = [
  { file: "swagger-ui.css", type: "text/css; charset=utf-8" },
  { file: "swagger-ui-bundle.js", type: "text/javascript; charset=utf-8" },
  { file: "favicon-32x32.png", type: "image/png" },
] as const;

const PAGE = `<!DOCTYPE html>
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
<noscript>This page needs JavaScript. The description of the API is at <a href="${DOCUMENT_PATHS.json}">${DOCUMENT_PATHS.json}</a>, and that of its tables at <a href="${DOCUMENT_PATHS.tables}">${DOCUMENT_PATHS.tables}</a>.</noscript>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/**
 * A separate file, since the page allows no inline scripts. Swagger UI checks and rebuilds the whole document to follow a reference, which
 * took it 4 of 5 seconds when it started and when the first operation was opened. Our references are all within the document: they are
 * resolved here, within milliseconds. A schema that refers to itself keeps its reference.
 */
const START = `async function resolveSubtree(document, path) {
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
  url: "${DOCUMENT_PATHS.json}",
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
    exchange.header("cache-control", "no-cache").send(200, "text/javascript; charset=utf-8", START);
  };
  return [
    ["/docs", pageEndpoint(() => PAGE)],
    ["/docs/start.js", start],
    ...ASSETS.map(({ file, type }): [string, Endpoint] => [`/docs/${file}`, asset(file, type)]),
  ];
}

/** The file is read with the first request for it, which most servers never receive; all requests share one copy. */
function asset(file: string, type: string): Endpoint {
  let kept: Promise<Buffer> | null = null;
  return async (exchange) => {
    kept ??= readFile(resolve(`@fastify/swagger-ui/static/${file}`)).catch((error: unknown) => {
      // A failure is not cached.
      kept = null;
      throw error;
    });
    exchange.header("cache-control", `public, max-age=${ASSET_SECONDS}`).send(200, type, await kept);
  };
}
