import { closestAmong } from "../../core/text/closest.ts";
import { API_PREFIX } from "../../pricing/state/api-paths.ts";
import { JOB_ID } from "../../reprice/jobs/record.ts";
import { PROBES } from "../operations/address.ts";
import type { Routes } from "./router.ts";

/** Suggests the existing paths that an unknown one most likely means; none in doubt. */
export type PathSuggestions = (path: string) => readonly string[];

/** No path of the service is as long: a longer one costs no work and gets no suggestion. */
const SENT_LENGTH_MAX = 200;
const SENT_SEGMENTS_MAX = 8;

/** The lookups of four states are eight. A longer list is what the documentation is for. */
const SUGGESTED_MAX = 8;

/*
 * The distance between two paths is the sum over their segments. A missing segment counts less than an additional one, and an additional
 * one less than a segment in place of another, such as `dental` in `/ca/dental/rate`.
 */
const MISSPELT = 1;
const MISSING = 2;
const ADDITIONAL = 3;
const OTHER = 4;
/** Clients often leave out the prefix of the API, or a part of it. */
const MISSING_PREFIX = 1;
const DISTANCE_MAX = 7;

/** Paths by which other services are checked. */
const OTHER_PROBES: ReadonlySet<string> = new Set(["/health", "/healthz"]);

/** Other spellings that lead elsewhere, single pages of the documentation, and files that only pages load. */
const NOT_SUGGESTED = /\/$|^\/(?:docs|assets)\//;

const PREFIX: readonly string[] = segmentsOf(API_PREFIX);

interface SentPath {
  readonly segments: readonly string[];
  /** The known segments that each of its segments may mean. */
  readonly meant: readonly ReadonlySet<string>[];
}

/** Compares unknown paths with those of the service. Segments are compared as the names of unknown parameters are. */
export function pathSuggestions(routes: Pick<Routes, "keys">): PathSuggestions {
  const known = [...routes.keys()].filter((path) => !NOT_SUGGESTED.test(path)).map(segmentsOf);
  const meantBy = closestAmong([...new Set(known.flat())].filter((segment) => !isVariable(segment)));

  return (path) => {
    if (OTHER_PROBES.has(path)) return [PROBES.liveness, PROBES.readiness];
    const segments = path.length > SENT_LENGTH_MAX ? [] : segmentsOf(path);
    if (segments.length === 0 || segments.length > SENT_SEGMENTS_MAX) return [];
    const sent = { segments, meant: segments.map((segment) => new Set(meantBy(segment))) };
    const distances = known.map((each) => (isRelated(each, sent) ? distanceBetween(each, sent) : Infinity));
    const least = Math.min(...distances);
    if (least > DISTANCE_MAX) return [];
    const within = (distance: number) => known.filter((_, index) => (distances[index] as number) <= distance);
    // Of a path that ends too early, paths with one segment more are meant as often as the shortest ones.
    const isBeginning =
      least > 0 && within(least).some((each) => segments.every((segment, place) => each[place] === segment));
    const further = isBeginning ? within(least + MISSING) : [];
    const nearest = further.length > 0 && further.length <= SUGGESTED_MAX ? further : within(least);
    return nearest.length > SUGGESTED_MAX ? [] : nearest.map((each) => pathOfSegments(each, sent));
  };
}

/** A path as the API would write it: in lower case, after the prefix, without needless slashes. */
export function asApiPath(path: string): string {
  const segments = segmentsOf(path.toLowerCase()).filter((segment) => !PREFIX.includes(segment));
  return [API_PREFIX, ...segments].join("/");
}

/** A doubled slash, or one at the end, makes no segment. */
function segmentsOf(path: string): readonly string[] {
  return path.split("/").filter((segment) => segment !== "");
}

/** Whether a segment stands for others, as `:id` of a job does. */
function isVariable(segment: string): boolean {
  return segment.startsWith(":");
}

/** Whether the paths have more in common than the prefix of the API, unless only a prefix was sent. */
function isRelated(known: readonly string[], { meant }: SentPath): boolean {
  const isPrefix = (segment: string) => PREFIX.includes(segment);
  if (meant.every((each) => [...each].some(isPrefix))) return true;
  return known.some((segment) => !isPrefix(segment) && meant.some((each) => each.has(segment)));
}

/** The least sum of differences: Levenshtein's distance with weights, over segments. */
function distanceBetween(known: readonly string[], sent: SentPath): number {
  const { segments } = sent;
  let row = segments.map((_, index) => (index + 1) * ADDITIONAL);
  row.unshift(0);
  for (const segment of known) {
    const missing = missingWeight(segment);
    const next = [(row[0] as number) + missing];
    for (let index = 0; index < segments.length; index += 1) {
      const replaced = (row[index] as number) + differenceOf(segment, sent, index);
      const left = (row[index + 1] as number) + missing;
      next.push(Math.min(replaced, left, (next[index] as number) + ADDITIONAL));
    }
    row = next;
  }
  return row.at(-1) as number;
}

function missingWeight(segment: string): number {
  if (isVariable(segment)) return Infinity;
  return PREFIX.includes(segment) ? MISSING_PREFIX : MISSING;
}

function differenceOf(known: string, { segments, meant }: SentPath, index: number): number {
  const sent = segments[index] as string;
  if (isVariable(known)) return JOB_ID.test(sent) ? 0 : Infinity;
  if (sent.toLowerCase() === known) return 0;
  return meant[index]?.has(known) ? MISSPELT : OTHER;
}

/** The whole path, with the id of a job that was sent: no other text of the client is repeated. */
function pathOfSegments(known: readonly string[], { segments }: SentPath): string {
  const id = segments.find((segment) => JOB_ID.test(segment));
  return `/${known.map((segment) => (isVariable(segment) ? id : segment)).join("/")}`;
}
