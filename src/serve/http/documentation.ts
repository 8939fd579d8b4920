import { CATALOGUE_PATH, catalogueEndpoint } from "./catalogue.ts";
import type { AppDependencies } from "./dependencies.ts";
import { NO_RATE_PAGE, noRatePages, problemPages } from "./documentation-pages.ts";
import { type Endpoint, MEDIA_TYPES } from "./exchange.ts";
import { DOCUMENT_PATHS, type DocumentName, openApiDocuments } from "./openapi/document.ts";
import { pageEndpoints } from "./page.ts";
import { PROBLEM_INDEX } from "./problems.ts";
import { swaggerUi } from "./swagger-ui.ts";

/** The pages and documents that describe the service. Open to everyone. */
export function documentationEndpoints(dependencies: AppDependencies): readonly [path: string, endpoint: Endpoint][] {
  const { page = null } = dependencies;
  const documents = openApiDocuments(dependencies);
  const document = (name: DocumentName): [string, Endpoint] => [
    DOCUMENT_PATHS[name],
    async (exchange) => exchange.sendTagged(MEDIA_TYPES.json, await documents(name), "no-cache"),
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
