import { vi } from "vitest";
import { ratebook } from "../../../src/cli/program.ts";

/** What a command prints on standard output, run here rather than as a process: there are many of them. */
export async function printed(command: readonly string[]): Promise<unknown> {
  let text = "";
  const written = vi.spyOn(process.stdout, "write").mockImplementation((piece) => {
    text += piece;
    return true;
  });
  try {
    await ratebook().parseAsync([...command, "--json"], { from: "user" });
  } finally {
    written.mockRestore();
    process.exitCode = 0;
  }
  return JSON.parse(text);
}

/** JSON without the members of objects that are null. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}
