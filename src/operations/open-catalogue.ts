import { PostgresCatalogue } from "../catalogue/postgres-catalogue.ts";
import type { ReleaseCatalogue } from "../catalogue/release-catalogue.ts";
import { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { failure } from "../runtime/failure.ts";
import { homeIn, openHome } from "./home.ts";
import { catalogueOfHome, existingCatalogueOfHome } from "./home-catalogue.ts";
import { refuseFollowing } from "./mirrored-home.ts";

/** Which catalogue a command is about. */
export interface CataloguePlace {
  readonly home: string;
  /** Null: that of the home. */
  readonly database: string | null;
}

/** What is done with it: `push` makes one that is missing; `activate` as well decides what is served. */
type Use = "push" | "activate" | "other";

/**
 * Uses the catalogue of a database or of a home, and closes it. One of a home is made when something is to be put there; otherwise a name that was
 * mistyped makes nothing.
 */
export async function withCatalogue<Outcome>(
  { home, database: url }: CataloguePlace,
  use: Use,
  work: (catalogue: ReleaseCatalogue) => Promise<Outcome>,
): Promise<Outcome> {
  if (url === null) return await closing(homeCatalogue(home, use), work);
  const database = new Database(url, { applicationName: "ratebook releases" });
  return await closing(new PostgresCatalogue(database), async (catalogue) => {
    try {
      await migrate(database);
      return await work(catalogue);
    } catch (error) {
      throw database.told(error);
    }
  });
}

function homeCatalogue(folder: string, use: Use): ReleaseCatalogue {
  const home = homeIn(folder);
  if (use !== "other") refuseFollowing(folder, home);
  if (use === "push") return catalogueOfHome(openHome(folder));
  const catalogue = existingCatalogueOfHome(home);
  if (catalogue !== null) return catalogue;
  throw failure(
    `No release has been pushed to the home ${folder}: check --home or --database, or push one with "ratebook releases push".`,
  );
}

async function closing<Outcome>(
  catalogue: ReleaseCatalogue,
  work: (catalogue: ReleaseCatalogue) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await work(catalogue);
  } finally {
    await catalogue.close();
  }
}
