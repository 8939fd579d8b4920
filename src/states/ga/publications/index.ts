import type { Publication } from "../../../imports/declaring/publication.ts";
import { clfs } from "./clfs.ts";
import { criticalAccess } from "./critical-access.ts";
import { nppes } from "./nppes.ts";
import { unseenLists } from "./unseen.ts";
import { zipCounties } from "./zip-counties.ts";

/** What Georgia's tables are made of (ga 8); of two that tell a county, the hospital's own address before its ZIP code. */
export const publications: readonly Publication[] = [...unseenLists, criticalAccess, zipCounties, nppes, clfs];
