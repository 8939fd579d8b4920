import { sharedTables } from "../dataset/medicare-tables.ts";
import type { Publication } from "../imports/declaring/publication.ts";
import { gathered } from "../imports/declaring/registry.ts";
import { tableImporter } from "../imports/declaring/table-importer.ts";
import { federalPublications } from "../imports/federal/index.ts";
import { states } from "./index.ts";

/** Every publication: the federal ones, what each state declares, and the importer of each table. */
export async function allPublications(): Promise<readonly Publication[]> {
  const ofStates = await Promise.all(states.map((state) => state.publications()));
  const tables = [...states.flatMap((state) => state.tables), ...sharedTables];
  return [...gathered([...federalPublications, ...ofStates.flat()]), ...tables.map((table) => tableImporter(table))];
}
