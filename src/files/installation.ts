import { join } from "node:path";

/** The folder of the clone or the package that runs. In both, this module stands two folders below it: `src/files`, `dist/program`. */
export const INSTALLATION = join(import.meta.dirname, "..", "..");
