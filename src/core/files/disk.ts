import { access, constants, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { RepeatedTask } from "../runtime/repeated-task.ts";

/** Bytes that may still be written at a folder, which need not exist yet. */
export async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await atFolderOrAbove(folder, (existing) => statfs(existing));
  return bavail * bsize;
}

/** Whether this process may write to a folder, or make it where it does not exist yet. */
async function isWritableAt(folder: string): Promise<boolean> {
  return await atFolderOrAbove(folder, async (existing) => {
    try {
      await access(existing, constants.W_OK);
      return true;
    } catch (error) {
      if (REFUSED.has((error as NodeJS.ErrnoException).code ?? "")) return false;
      throw error;
    }
  });
}

/** A disk that is mounted read-only, and a folder of somebody else. */
const REFUSED = new Set(["EROFS", "EACCES", "EPERM"]);

async function atFolderOrAbove<T>(folder: string, look: (folder: string) => Promise<T>): Promise<T> {
  try {
    return await look(folder);
  } catch (error) {
    const above = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || above === folder) throw error;
    return await atFolderOrAbove(above, look);
  }
}

export interface DiskState {
  readonly freeBytes: number;
  readonly isWritable: boolean;
}

export async function diskStateAt(folder: string): Promise<DiskState> {
  return { freeBytes: await freeBytesAt(folder), isWritable: await isWritableAt(folder) };
}

/** Often enough for a health check; a disk fills within seconds at the soonest. */
const LOOK_MILLISECONDS = 5_000;

/** A look that takes longer is that of a disk that hangs: its state is unknown. */
const KNOWN_MILLISECONDS = 30_000;

/** The disk of a folder, known without waiting: a network disk that hangs must not delay a health check or a scrape. */
export class WatchedDisk {
  readonly #looks: RepeatedTask;
  #state: DiskState | null = null;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(folder: string, look: (folder: string) => Promise<DiskState> = diskStateAt) {
    this.#looks = new RepeatedTask(
      async () => {
        this.#state = await look(folder).catch(() => null);
        this.#lookedAt = performance.now();
      },
      { everyMilliseconds: LOOK_MILLISECONDS },
    );
    void this.look();
  }

  /** As of the last look; null while none succeeded lately. */
  get state(): DiskState | null {
    return performance.now() - this.#lookedAt > KNOWN_MILLISECONDS ? null : this.#state;
  }

  async look(): Promise<void> {
    await this.#looks.run();
  }

  /** Does not wait for a look under way: the disk may hang. */
  close(): void {
    void this.#looks.close();
  }
}
