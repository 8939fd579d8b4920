import { CATALOGUE_PATH, catalogueEndpoint } from "../catalogue.ts";
import type { AppDependencies } from "../dependencies.ts";
import type { Endpoint } from "../exchange.ts";
import { openApiDocuments } from "../openapi/cached-document.ts";
import { DOCUMENT_PATHS, type DocumentName } from "../openapi/media-types.ts";
import { pageEndpoints } from "../page/page-endpoints.ts";
import { PROBLEM_INDEX } from "../problems.ts";
import { NO_RATE_PAGE, noRatePages } from "./no-rate-page.ts";
import { problemPages } from "./problem-pages.ts";
import { swaggerUi } from "./swagger-ui.ts";

/** What describes the service to people and programs. Open to everyone. */
export function documentationEndpoints(dependencies: AppDependencies): readonly [path: string, endpoint: Endpoint][] {
  const documents = openApiDocuments(dependencies);
  const document = (name: DocumentName): [string, Endpoint] => [
    DOCUMENT_PATHS[name],
    async (exchange) => exchange.header("cache-control", "no-cache").sendJson(await documents(name)),
  ];
  return [
    ...homePage(dependencies),
    ...OTHER_ADDRESSES.map(([path, target]): [string, Endpoint] => [path, redirect(target)]),
    document("json"),
    document("tables"),
    [CATALOGUE_PATH, catalogueEndpoint(dependencies.states)],
    ...swaggerUi(),
    ...problemPages(),
    ...noRatePages(),
  ];
}

/** The page, or what comes nearest to it where it has not been built. */
function homePage({ page = null }: AppDependencies): readonly [path: string, endpoint: Endpoint][] {
  return page === null ? [["/", redirect("/docs")]] : pageEndpoints(page);
}

/** What people type, and what they came for. */
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
