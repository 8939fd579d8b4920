/** Soft hyphens, spaces without width, joiners and marks of the direction of writing: a reader sees none of them, a terminal obeys some. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;

/** A text as a reader sees it. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}

/** A text in which such characters are shown by their numbers. */
export function showingInvisible(text: string): string {
  return text.replace(INVISIBLE, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
