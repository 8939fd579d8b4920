import { federalPublications } from "../federal/index.ts";
import type { Publication } from "../imports/declaring/publication.ts";
import { gathered } from "../imports/declaring/registry.ts";
import { states } from "./index.ts";

/** Every publication that can be imported: the federal ones, and what each state declares. */
export function allPublications(): readonly Publication[] {
  return gathered([...federalPublications, ...states.flatMap((state) => state.publications)]);
}
