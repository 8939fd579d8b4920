import { readdirSync, readFileSync } from "node:fs";

/** The processes that a process has started, and those that they have started (Linux). */
export function descendantsOf(pid: number): number[] {
  const tasks = unlessGone(() => readdirSync(`/proc/${pid}/task`), []);
  const children = tasks.flatMap((task) => {
    const text = unlessGone(() => readFileSync(`/proc/${pid}/task/${task}/children`, "utf8"), "");
    return text.split(" ").filter(Boolean).map(Number);
  });
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

/** Processes and threads end while they are looked at. */
function unlessGone<Seen>(look: () => Seen, otherwise: Seen): Seen {
  try {
    return look();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ESRCH") return otherwise;
    throw error;
  }
}
