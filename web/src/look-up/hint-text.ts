/** About three lines beside the question. */
const AT_A_GLANCE_CHARACTERS = 110;

/** What of a parameter's description is read at a glance, and what follows on request. Cut between clauses, never within. */
export function hintIn(description: string): { readonly first: string; readonly rest: string } {
  if (description.length <= AT_A_GLANCE_CHARACTERS) return { first: description, rest: "" };
  const clauses = description.split(/(?<=[.;]) /);
  let taken = 1;
  while (clauses.slice(0, taken + 1).join(" ").length <= AT_A_GLANCE_CHARACTERS) taken += 1;
  const rest = clauses.slice(taken).join(" ");
  return { first: clauses.slice(0, taken).join(" "), rest };
}
