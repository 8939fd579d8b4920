import { failure, reasonOf } from "../reading/failure.ts";
import { openRelease as open } from "../release/open.ts";
import type { Release } from "../release/release.ts";
import { states } from "../states/index.ts";

/** Opens a release for a command; why it cannot be is told with the file's name. */
export function openRelease(file: string): Release {
  try {
    return open(file, states);
  } catch (error) {
    throw failure(`The release ${file} cannot be opened: ${reasonOf(error)}`);
  }
}
