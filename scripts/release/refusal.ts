/** Why a version is not released: the fault of who asked or of what was found, told in sentences and without a stack. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}
