/** A parameter or field of the API as a label: `date_of_service` is "Date of service". */
export function labelOf(name: string): string {
  const words = name
    .replaceAll("_", " ")
    .replaceAll(/\b(npi|id|er|dx|drg|apr|ffs|mmc|alc|ect|paf)\b/g, (word) => word.toUpperCase());
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
