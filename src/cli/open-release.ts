import { failure, reasonOf } from "../core/runtime/failure.ts";
import { openRelease as open } from "../release/open.ts";
import type { Release } from "../release/release.ts";
import { states } from "../states/index.ts";

/** Opens a release for a command; that it cannot be opened is no mistake of ours. */
export function openRelease(file: string): Release {
  try {
    return open(file, states);
  } catch (error) {
    throw failure(reasonOf(error));
  }
}
