/** A county as tables of ours prefer it, without the word that some lists add (ga 2.1). */
export function withoutCounty(name: string): string {
  return name.replace(/ (?:county|counties)$/i, "");
}
