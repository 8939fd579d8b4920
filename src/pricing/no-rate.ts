/** "No rate" is an answer: why a lookup cannot be priced, as its `error_message` says it. */
export class NoRate {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}
