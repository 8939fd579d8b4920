import type { Publication } from "../../../imports/declaring/publication.ts";
import { clfs, nppes } from "./federal.ts";
import { criticalAccess, zipCounties } from "./places.ts";
import { unseenLists } from "./unseen.ts";

/** The publications of Georgia's tables (ga 8). For counties, the hospital's own address comes before its ZIP code. */
export const publications: readonly Publication[] = [...unseenLists, criticalAccess, zipCounties, nppes, clfs];
