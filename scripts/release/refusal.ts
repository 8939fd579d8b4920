/** Why a version is not released: an error of the caller or of the repository, in sentences and without a stack. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}
