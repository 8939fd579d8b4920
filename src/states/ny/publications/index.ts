import type { Publication } from "../../../imports/declaring/publication.ts";
import { nppes } from "./nppes.ts";

/** What can be imported for New York (ny 8). */
export const publications: readonly Publication[] = [nppes];
