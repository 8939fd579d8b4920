/** Why a file is not put into service, in a sentence for whoever wanted it to be. */
export class ReleaseRefused extends Error {
  constructor(file: string, reason: string) {
    super(`${file} ${reason}`);
    this.name = "ReleaseRefused";
  }
}
