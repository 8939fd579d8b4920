import { type Release, releaseName } from "../../release/release.ts";
import type { Exchange } from "./exchange.ts";

/** Every answer has it, and a release changes seldom. */
const names = new WeakMap<Release, string>();

/** Says which release an answer comes from: `Ratebook-Release: 2026.11 5f0c2a9b1e7d`. */
export function nameRelease(exchange: Exchange, release: Release): void {
  let name = names.get(release);
  if (name === undefined) {
    name = releaseName(release.description);
    names.set(release, name);
  }
  exchange.header("ratebook-release", name);
}
