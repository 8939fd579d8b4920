import type { AppDependencies } from "../dependencies.ts";
import type { Endpoint } from "../exchange.ts";
import { openApiDocument } from "../openapi/cached-document.ts";
import { problemPages } from "./problem-pages.ts";
import { swaggerUi } from "./swagger-ui.ts";

/** What describes the service to people and programs. Open to everyone. */
export function documentationEndpoints(dependencies: AppDependencies): readonly [path: string, endpoint: Endpoint][] {
  const document = openApiDocument(dependencies);
  return [
    ["/", toDocumentation],
    ["/openapi.json", async (exchange) => exchange.header("cache-control", "no-cache").sendJson(await document())],
    ...swaggerUi(),
    ...problemPages(),
  ];
}

const toDocumentation: Endpoint = (exchange) => {
  exchange.header("location", "/docs").send(302, "text/plain; charset=utf-8", "The documentation is under /docs.\n");
};
