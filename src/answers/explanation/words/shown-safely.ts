/** Characters that steer a terminal or turn the direction of a text: shown, they would say something else than they are. */
const STEERING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** A text of the dataset or the request that is safe to show. */
export function shownSafely(text: string): string {
  return text.replaceAll(STEERING, "\ufffd");
}
