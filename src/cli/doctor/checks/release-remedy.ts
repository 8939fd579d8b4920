import { ReleaseRefused } from "../../../release/soundness.ts";

/** What to do about a file that was named and cannot be served. Nobody is told to write over a file that is not ours. */
export function releaseRemedy(error: unknown, file: string): string {
  const kind = error instanceof ReleaseRefused ? error.kind : "unsound";
  if (kind === "newer") return "Upgrade Ratebook, or name a release that this one has built.";
  if (kind === "other")
    return 'Name a release with --release; "ratebook build DATASET --out FILE" makes one, to a new file.';
  if (kind === "missing") return `Check --release, or compile it: "ratebook build DATASET --out ${file}".`;
  return `A release is compiled again by one command: "ratebook build DATASET --out ${file}", with the folder that it was built from.`;
}

/** What to do about the active release of a catalogue. */
export function activeRemedy(error: unknown): string {
  const kind = error instanceof ReleaseRefused ? error.kind : "unsound";
  if (kind === "newer") return 'Upgrade Ratebook, or activate an older release with "ratebook releases activate".';
  return 'Push it again with "ratebook releases push FILE", or activate another one with "ratebook releases activate".';
}
