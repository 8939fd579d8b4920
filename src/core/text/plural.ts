/** Made when first used: loading the rules of languages takes a tenth of the time that a command takes to start. */
let rules: Intl.PluralRules | undefined;
let numbers: Intl.NumberFormat | undefined;

/**
 * The form of the words that fits a count: `plural(lines, "line is", "lines are")`. The plural is `one` with an "s" unless
 * it is given.
 */
export function plural(count: number, one: string, many = `${one}s`): string {
  rules ??= new Intl.PluralRules("en");
  return rules.select(count) === "one" ? one : many;
}

/** `17,588` */
export function grouped(count: number): string {
  numbers ??= new Intl.NumberFormat("en-US");
  return numbers.format(count);
}

/** `1 line`, `1,204 lines`: a count with separators, for files of any size. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${plural(count, one, many)}`;
}

/** `1 key`, `1204 keys`: a count without separators, as in messages that name small numbers. */
export function plainCountText(count: number, one: string, many = `${one}s`): string {
  return `${count} ${plural(count, one, many)}`;
}
