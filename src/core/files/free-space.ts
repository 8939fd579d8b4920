import { statfs } from "node:fs/promises";
import { dirname } from "node:path";

/** Bytes that may still be written at a folder, which need not exist yet. */
export async function freeBytesAt(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const above = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || above === folder) throw error;
    return await freeBytesAt(above);
  }
}

/** Often enough for a health check; a disk fills within seconds at the soonest. */
const LOOK_MILLISECONDS = 5_000;

/**
 * The free space of a folder's disk, known without waiting: a network disk that hangs must not delay a health check or a scrape. Every
 * read begins the next look when the last one is old.
 */
export class FreeSpace {
  readonly #folder: string;
  readonly #look: (folder: string) => Promise<number>;
  #bytes: number | null = null;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #isLooking = false;

  constructor(folder: string, look = freeBytesAt) {
    this.#folder = folder;
    this.#look = look;
    void this.refresh();
  }

  /** As of the last look; null while there was none that succeeded. */
  get bytes(): number | null {
    if (performance.now() - this.#lookedAt > LOOK_MILLISECONDS) void this.refresh();
    return this.#bytes;
  }

  async refresh(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.#bytes = await this.#look(this.#folder).catch(() => null);
    this.#lookedAt = performance.now();
    this.#isLooking = false;
  }
}
