import type { Publication } from "../imports/declaring/publication.ts";
import { gathered } from "../imports/declaring/registry.ts";
import { federalPublications } from "../imports/federal/index.ts";
import { states } from "./index.ts";

/** Every publication that can be imported: the federal ones, and what each state declares. */
export async function allPublications(): Promise<readonly Publication[]> {
  const ofStates = await Promise.all(states.map((state) => state.publications()));
  return gathered([...federalPublications, ...ofStates.flat()]);
}
