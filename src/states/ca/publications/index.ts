import type { Publication } from "../../../imports/declaring/publication.ts";
import { cbsa } from "./cbsa.ts";
import { mediCalRates } from "./medi-cal-rates.ts";
import { nppes } from "./nppes.ts";

/** What California's tables are imported from (ca 8); where two feed the same row, the first one counts. */
export const publications: readonly Publication[] = [mediCalRates, nppes, cbsa];
