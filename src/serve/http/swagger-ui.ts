import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { INSTALLATION } from "../../core/files/installation.ts";
import { pageEndpoint } from "./documentation-pages.ts";
import type { Endpoint } from "./exchange.ts";
import { DOCUMENT_PATHS } from "./openapi/document.ts";

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
 * In a file of its own, since the page allows no inline scripts. Swagger UI checks and rebuilds the whole document to follow a
 * reference, which took it 4 of 5 seconds when it started and when the first operation was opened. Ours are all within the document:
 * they are followed here, within milliseconds. A schema that refers to itself keeps its reference.
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
export function swaggerUi(): readonly [path: string, endpoint: Endpoint][] {
  const start: Endpoint = (exchange) => {
    exchange.header("cache-control", "no-cache").send(200, "text/javascript; charset=utf-8", START);
  };
  return [
    ["/docs", pageEndpoint(() => PAGE)],
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
