import { repricePattern } from "./endpoints.ts";
import type { Route, Routes } from "./route.ts";

/** The route of a URL's path; undefined when the service has none. */
export function findRoute(routes: Routes, url: string): Route | undefined {
  // Nearly all requests write the path as the route is written, and need nothing decoded.
  const asWritten = routes.get(pathOf(url));
  if (asWritten !== undefined) return asWritten;
  const path = decodedPath(url);
  return path === null ? undefined : (routes.get(path) ?? routes.get(repricePattern(path) ?? ""));
}

/** The path of a URL as it is written. */
export function pathOf(url: string): string {
  const mark = url.indexOf("?");
  return mark < 0 ? url : url.slice(0, mark);
}

const QUERY_OR_FRAGMENT = /[?#]/;

/** The path of a URL without percent-encoding; null when that is malformed. A slash that is encoded stays so: it separates nothing. */
export function decodedPath(url: string): string | null {
  const end = url.search(QUERY_OR_FRAGMENT);
  try {
    return decodeURI(end < 0 ? url : url.slice(0, end));
  } catch {
    return null;
  }
}
