import type { Publication } from "../declaring/publication.ts";
import { cbsa } from "./cbsa.ts";
import { clfs } from "./clfs.ts";
import { hcpcs } from "./hcpcs.ts";
import { medicarePublications } from "./medicare/index.ts";
import { nppes } from "./nppes.ts";
import { nucc } from "./nucc.ts";

/** The publications of federal agencies that feed shared tables, or tables of any state. */
export const federalPublications: readonly Publication[] = [nppes, nucc, hcpcs, clfs, cbsa, ...medicarePublications];
