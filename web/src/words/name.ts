import { isAcronym } from "./acronyms.ts";

/** A parameter or field of the API as a label: `date_of_service` is "Date of service". */
export function labelOf(name: string): string {
  const words = name
    .split("_")
    .join(" ")
    .replaceAll(/\b[a-z]+\b/g, (word) => (isAcronym(word) ? word.toUpperCase() : word));
  return capital(words);
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Words joined as in a sentence: "a, b and c". */
export function listText(words: readonly string[]): string {
  if (words.length <= 1) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** "1 line", "12 lines", with groups. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}
