import type { Comparer } from "./comparer.ts";

/** Where a service keeps earlier releases, and who compares them. */
export interface ReleaseArchive {
  readonly folder: string;
  readonly comparer: Comparer;
}
