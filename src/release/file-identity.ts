import { type BigIntStats, fstatSync, statSync } from "node:fs";

/** What tells that a file is still the same, without reading it. Plain data: a thread gives it to another. */
export interface FileIdentity {
  readonly device: bigint;
  readonly inode: bigint;
  readonly bytes: bigint;
  /** When the content was last written to, in nanoseconds. */
  readonly written: bigint;
  /** When anything about the file was last changed: its content, but also its name, links or permissions. */
  readonly changed: bigint;
}

export function identityOf(descriptor: number): FileIdentity {
  return identityIn(fstatSync(descriptor, { bigint: true }));
}

/** The identity of the file that a path leads to; null when it leads to none. */
export function identityAt(path: string): FileIdentity | null {
  try {
    return identityIn(statSync(path, { bigint: true }));
  } catch {
    return null;
  }
}

function identityIn({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): FileIdentity {
  return { device: dev, inode: ino, bytes: size, written: mtimeNs, changed: ctimeNs };
}

export function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  return one.device === other.device && one.inode === other.inode;
}

/** Whether the content cannot have been written to since, unless somebody set the clock of the file back. */
export function isSameContent(one: FileIdentity, other: FileIdentity): boolean {
  return isSameFile(one, other) && one.bytes === other.bytes && one.written === other.written;
}

/** Whether nothing at all about the file was changed. */
export function isUntouched(one: FileIdentity, other: FileIdentity): boolean {
  return isSameContent(one, other) && one.changed === other.changed;
}
