import { describe, expect, it } from "vitest";
import { REPRICE_PATH } from "../../../src/pricing/state/api-paths.ts";
import { NO_ROUTE } from "../../../src/serve/http/exchange.ts";
import { decodedPath, findRoute, JOB_PATTERN, pathOf, type Route } from "../../../src/serve/http/router.ts";

const RATE = "/api/v1/ca/outpatient/rate";
const PATHS = [RATE, "/", REPRICE_PATH, JOB_PATTERN, `${JOB_PATTERN}/results`];
const ROUTES = routesAt(PATHS);

function routesAt(paths: readonly string[]): ReadonlyMap<string, Route> {
  return new Map(paths.map((path) => [path, { facts: { ...NO_ROUTE, route: path }, methods: new Map() }]));
}

/** The path of the route that answers a URL. */
function routeOf(url: string, routes = ROUTES): string | undefined {
  return findRoute(routes, url)?.facts.route;
}

describe("The route of a URL", () => {
  it.each([
    ["as it is written", RATE],
    ["before a query", `${RATE}?billing_code=99213`],
    ["before a query of nothing", `${RATE}?`],
    ["before a query with a path in it", `${RATE}?then=/api/v1/reprice`],
    ["before a query that is malformed", `${RATE}?name=%zz`],
    ["with letters percent-encoded", "/api/v1/c%61/outpatient/r%61te"],
    ["percent-encoded, before a query with a fragment", "/api/v1/c%61/outpatient/rate?a=b#c"],
    ["before a fragment, which clients should keep to themselves", `${RATE}#top`],
    ["before a fragment with a question mark in it", `${RATE}#top?x`],
  ])("is found %s", (_how, url) => {
    expect(routeOf(url)).toBe(RATE);
  });

  it.each([
    ["another path", "/api/v1/ca/outpatient/rates"],
    ["the beginning of one", "/api/v1/ca/outpatient"],
    ["one with a slash at its end", `${RATE}/`],
    ["one with a slash twice", "/api/v1//ca/outpatient/rate"],
    ["one in capitals", RATE.toUpperCase()],
    ["one that leads up and down again", "/api/v1/ca/outpatient/../outpatient/rate"],
    ["one that leads up, encoded", "/api/v1/ca/outpatient/%2e%2e/outpatient/rate"],
    ["one with an encoded slash", "/api/v1/ca/outpatient%2Frate"],
    ["one with an encoded question mark", `${RATE}%3Fa=b`],
    ["one with an encoded number sign", `${RATE}%23top`],
    ["one that is encoded twice", "/api/v1/c%2561/outpatient/rate"],
    ["one with a null byte", `${RATE}%00`],
    ["one with a space at its end", `${RATE}%20`],
    ["none", ""],
    ["the one for a whole server", "*"],
    ["what every object has", "__proto__"],
    ["what every object has, encoded", "c%6Fnstructor"],
  ])("is not that of %s", (_what, url) => {
    expect(routeOf(url)).toBeUndefined();
  });

  it.each([
    ["a lone percent sign", `${RATE}%`],
    ["no hexadecimal digits", "/api/v1/c%zz/outpatient/rate"],
    ["half a character", "/api/v1/c%C3/outpatient/rate"],
    ["a slash in more bytes than it has", "/api/v1/ca/outpatient%C0%AFrate"],
    ["half of a surrogate pair", "/api/v1/c%ED%A0%80/outpatient/rate"],
  ])("is none where its encoding is malformed: %s", (_what, url) => {
    expect(decodedPath(url)).toBeNull();
    expect(routeOf(url)).toBeUndefined();
  });
});

describe("The route of a repricing job", () => {
  it.each([
    ["by its identifier", `${REPRICE_PATH}/0a1b`, JOB_PATTERN],
    ["by one that is encoded", `${REPRICE_PATH}/%30a1b`, JOB_PATTERN],
    ["by one with an encoded slash, which separates nothing", `${REPRICE_PATH}/a%2Fresults`, JOB_PATTERN],
    ["by any other text", `${REPRICE_PATH}/__proto__`, JOB_PATTERN],
    ["by what looks like the pattern", `${REPRICE_PATH}/:id`, JOB_PATTERN],
    ["with a file of it", `${REPRICE_PATH}/0a1b/results`, `${JOB_PATTERN}/results`],
    ["with a file of it and a query", `${REPRICE_PATH}/0a1b/results?download`, `${JOB_PATTERN}/results`],
  ])("is found %s", (_how, url, route) => {
    expect(routeOf(url)).toBe(route);
  });

  it.each([
    ["without an identifier", `${REPRICE_PATH}/`],
    ["with a file that jobs do not have", `${REPRICE_PATH}/0a1b/rates`],
    ["with a file that no route is for", `${REPRICE_PATH}/0a1b/faults`],
    ["with more behind its file", `${REPRICE_PATH}/0a1b/results/1`],
  ])("is none %s", (_what, url) => {
    expect(routeOf(url)).toBeUndefined();
  });

  it("is none in a service that does not reprice files", () => {
    expect(routeOf(`${REPRICE_PATH}/0a1b`, routesAt([RATE]))).toBeUndefined();
  });
});

it("the path of a URL is what stands before the first question mark, as it is written", () => {
  expect(["/a", "/a?b", "/a?b?c", "?b", "", "/%61#c"].map(pathOf)).toEqual(["/a", "/a", "/a", "", "", "/%61#c"]);
});

it("a path is decoded once, and nothing in it becomes a separator", () => {
  const paths = ["/caf%C3%A9?x", "/a%20b#c", "/%2561", "/a%2Fb%3Fc%23d", "/plain"];
  expect(paths.map(decodedPath)).toEqual(["/café", "/a b", "/%61", "/a%2Fb%3Fc%23d", "/plain"]);
});
