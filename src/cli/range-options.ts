import { databaseSetting, releaseSetting } from "../operations/configuration.ts";
import { type OperatorSetting, readPath } from "../operations/setting.ts";

/** Not the variable of a node: a command that is given on one prices there, unless it is told otherwise. */
export const repriceDatabaseSetting: OperatorSetting<string | null> = {
  ...databaseSetting,
  variable: "RATEBOOK_REPRICE_DATABASE_URL",
  description: 'a PostgreSQL (14 or newer) whose nodes price the file: those that run "ratebook work" with it',
  fallbackText: "none: this machine prices it",
};

export const workReleaseSetting: OperatorSetting<string | null> = {
  ...releaseSetting,
  description:
    "a release that ranges may be priced with; any other is pulled from the catalogue of the database into the home",
  fallback: null,
  fallbackText: "none: all are pulled",
  read: readPath,
};
