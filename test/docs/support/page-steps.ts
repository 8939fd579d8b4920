/** One thing that a page has its reader do: a line for the shell, or a statement for the database. */
export interface Step {
  readonly kind: "sh" | "sql";
  readonly text: string;
}

/** The steps of a page in its order: each line of a block for the shell, each statement of one for the database. */
export function stepsOf(page: string): readonly Step[] {
  return [...page.matchAll(/^```(sh|sql)\n([\s\S]*?)^```$/gm)].flatMap(([, kind, block]) =>
    (block as string)
      .trim()
      .split("\n")
      .map((text): Step => ({ kind: kind as Step["kind"], text })),
  );
}
