/**
 * What would help: `newer` is a release of a newer program, `other` is somebody else's file, `missing` is not there; anything else is a release that
 * can be built or copied again.
 */
type RefusalKind = "newer" | "other" | "missing" | "unsound";

/** Why a file is not put into service, in a sentence for whoever wanted it to be. */
export class ReleaseRefused extends Error {
  readonly kind: RefusalKind;

  constructor(file: string, reason: string, kind: RefusalKind = "unsound") {
    super(`${file} ${reason}`);
    this.name = "ReleaseRefused";
    this.kind = kind;
  }
}
