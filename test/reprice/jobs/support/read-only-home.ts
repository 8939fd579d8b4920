import { execFileSync } from "node:child_process";
import fs, { mkdtempSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { vi } from "vitest";

/**
 * A home that turns read-only while a service uses it, and back. Files that are open then can still be written, as by a process that
 * opened them before.
 */
interface ReadOnlyHome {
  readonly name: string;
  close(home: string): void;
  /** Call it also when the home was not closed. */
  open(home: string): void;
  /** Where a test can write a file of the home meanwhile. */
  behind(home: string, file: string): string;
}

/** Without the rights to mount: the functions that write are refused. A test itself writes with those that end in `Sync`. */
const REFUSED: ReadOnlyHome = {
  name: "refused by the functions of Node",
  close: () => {
    const refused = Object.assign(new Error("EROFS: read-only file system"), { code: "EROFS" });
    const { open } = fs.promises;
    const openForStream = fs.open as (...given: unknown[]) => void;
    for (const name of ["rename", "rm", "mkdir", "utimes", "writeFile"] as const) {
      vi.spyOn(fs.promises, name).mockRejectedValue(refused);
    }
    vi.spyOn(fs.promises, "open").mockImplementation((path, flags, mode) =>
      isToRead(flags) ? open(path, flags, mode) : Promise.reject(refused),
    );
    vi.spyOn(fs, "open").mockImplementation((...given: unknown[]) => {
      if (isToRead(given[1] as string | number)) openForStream(...given);
      else process.nextTick(given.at(-1) as (error: Error) => void, refused);
    });
    syncBuiltinESMExports();
  },
  open: () => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  },
  behind: (_home, file) => file,
};

function isToRead(flags: string | number | undefined = "r"): boolean {
  const { O_WRONLY, O_RDWR, O_CREAT } = fs.constants;
  return typeof flags === "number" ? (flags & (O_WRONLY | O_RDWR | O_CREAT)) === 0 : flags === "r";
}

/** A real mount over the home, which the system refuses to write. It needs a superuser who may mount, such as that of a machine of its own. */
function mounted(): ReadOnlyHome {
  const mounts: string[] = [];
  let writable: string | null = null;
  const mount = (from: string, to: string) => {
    execFileSync("mount", ["--bind", from, to], { stdio: "pipe" });
    mounts.unshift(to);
  };
  return {
    name: "by a mount that is read-only",
    close: (home) => {
      writable = mkdtempSync(join(tmpdir(), "ratebook-test-behind-"));
      mount(home, writable);
      mount(home, home);
      execFileSync("mount", ["-o", "remount,bind,ro", home], { stdio: "pipe" });
    },
    open: () => {
      // Lazily: a file that is still open, such as a download, keeps the mount and not its place.
      for (const path of mounts.splice(0)) execFileSync("umount", ["--lazy", path]);
      if (writable !== null) rmSync(writable, { recursive: true });
      writable = null;
    },
    behind: (home, file) => (writable === null ? file : join(writable, relative(home, file))),
  };
}

function mayMount(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const home = mkdtempSync(join(tmpdir(), "ratebook-test-mount-"));
  const trial = mounted();
  try {
    trial.close(home);
    return true;
  } catch {
    return false;
  } finally {
    trial.open(home);
    rmSync(home, { recursive: true });
  }
}

/** Every way that works here: the second on machines whose superuser runs the tests. */
export const READ_ONLY_HOMES: readonly ReadOnlyHome[] = [REFUSED, ...(mayMount() ? [mounted()] : [])];
