import type { CatalogueState } from "./api/catalogue.ts";
import type { Ready } from "./api/ready.ts";

/** What every view is given. */
export interface ViewProps {
  /** What the address says. */
  readonly query: URLSearchParams;
  /** The states that the key may ask about, with what they can be asked. */
  readonly states: readonly CatalogueState[];
  /** The release in service; null until it is known. */
  readonly release: Ready["release"] | null;
}
