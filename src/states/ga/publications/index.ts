import type { Publication } from "../../../imports/declaring/publication.ts";
import { clfs, nppes } from "./federal.ts";
import { criticalAccess, zipCounties } from "./places.ts";
import { unseenLists } from "./unseen.ts";

/** What Georgia's tables are made of (ga 8); of two that tell a county, the hospital's own address before its ZIP code. */
export const publications: readonly Publication[] = [...unseenLists, criticalAccess, zipCounties, nppes, clfs];
