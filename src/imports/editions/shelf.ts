import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseIsoDay } from "../../calendar/day.ts";
import { failure, reasonOf } from "../../runtime/failure.ts";
import { EDITION_FILE, EDITIONS, type Edition, OWN } from "./edition.ts";

/** The editions that a dataset keeps, oldest first within a publication. */
export function editionsOf(dataset: string): readonly Edition[] {
  const root = join(dataset, EDITIONS);
  const editions: Edition[] = [];
  for (const folder of foldersIn(root).filter((name) => name !== OWN)) {
    for (const name of foldersIn(join(root, folder))) {
      for (const asOf of foldersIn(join(root, folder, name)))
        editions.push(readEdition(join(root, folder, name, asOf)));
    }
  }
  return editions;
}

function foldersIn(path: string): string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

function readEdition(folder: string): Edition {
  const file = join(folder, EDITION_FILE);
  let edition: Edition;
  try {
    edition = JSON.parse(readFileSync(file, "utf8")) as Edition;
  } catch (error) {
    throw failure(`${file} cannot be read (${reasonOf(error)}); remove its folder and import that edition again.`);
  }
  if (
    typeof edition.publication === "string" &&
    typeof edition.tables === "object" &&
    parseIsoDay(String(edition.asOf)) !== null
  )
    return edition;
  throw failure(`${file} is no edition; remove its folder and import that edition again.`);
}
