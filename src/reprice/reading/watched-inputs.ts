import { failure } from "../../core/runtime/failure.ts";
import { type FileIdentity, identityAt, isSameContent } from "../../release/open-file.ts";

interface NamedFile {
  readonly path: string;
  readonly name: string;
}

/**
 * The files that a run reads, as they were before their first read. A run reads its input several times: the format, the takebacks,
 * the lines. A file that is written to in between would give results and totals of two contents.
 */
export class WatchedInputs {
  readonly #files: readonly (NamedFile & { readonly before: FileIdentity | null })[];

  constructor(files: readonly NamedFile[]) {
    this.#files = files.map((file) => ({ ...file, before: identityAt(file.path) }));
  }

  /** The failure that names a file that was written to, replaced or deleted; null when there is none. */
  change(): Error | null {
    const changed = this.#files.find(({ path, before }) => {
      const now = identityAt(path);
      return before !== null && (now === null || !isSameContent(before, now));
    });
    if (changed === undefined) return null;
    return failure(
      `${changed.name} was changed while it was read, so no results are kept. Begin again when no program writes to it.`,
    );
  }
}
