import type { Publication } from "../imports/declaring/publication.ts";

/** The publications of federal agencies that feed common tables, or tables of any state. */
export const federalPublications: readonly Publication[] = [];
