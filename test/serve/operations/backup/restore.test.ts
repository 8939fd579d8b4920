import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sha256 } from "../../../../src/core/files/reading.ts";
import { TAR_BLOCK_BYTES, TAR_END, tarHeader, tarPadding } from "../../../../src/core/files/tar.ts";
import { backUpHome } from "../../../../src/serve/operations/backup/backup.ts";
import {
  type BackupManifest,
  checksumsText,
  manifestText,
  readManifest,
} from "../../../../src/serve/operations/backup/manifest.ts";
import { restoreHome } from "../../../../src/serve/operations/backup/restore.ts";
import { createKey } from "../../../cli/support/ratebook.ts";
import { temporaryFolder } from "../support/running-server.ts";

/* Files that are no backup, or no longer: nothing of them reaches a home. */

const folder = temporaryFolder();
const home = join(folder.path, "home");
const target = join(folder.path, "target");
const forged = join(folder.path, "forged.tar");
const quietly = () => undefined;
let whole: Buffer;
let manifest: BackupManifest;
/** The contents of the members, in their order. */
let contents: Buffer[];

beforeAll(async () => {
  await createKey(home);
  const out = join(folder.path, "home.tar");
  ({ manifest } = await backUpHome({ home, out, states: [] }, quietly));
  whole = readFileSync(out);
  let at = whole.length - TAR_END.length;
  contents = manifest.members
    .toReversed()
    .map(({ bytes }) => {
      at -= bytes + tarPadding(bytes);
      const content = whole.subarray(at, at + bytes);
      at -= TAR_BLOCK_BYTES;
      return content;
    })
    .reverse();
});

afterAll(() => folder.remove());

async function refusal(bytes: Buffer): Promise<string> {
  writeFileSync(forged, bytes);
  const error = await restoreHome({ file: forged, home: target, states: [] }, quietly).then(
    () => null,
    (thrown: Error) => thrown,
  );
  expect(error?.name).toBe("Failure");
  expect(existsSync(target)).toBe(false);
  return error?.message ?? "";
}

/** An archive with right checksums of whatever it holds. */
function archive(given: BackupManifest, members: readonly Buffer[] = contents): Buffer {
  const writtenAt = new Date(given.created_at);
  const part = (name: string, content: Buffer) => [
    tarHeader({ name, bytes: content.length }, writtenAt),
    content,
    Buffer.alloc(tarPadding(content.length)),
  ];
  return Buffer.concat([
    ...part("manifest.json", Buffer.from(manifestText(given))),
    ...part("SHA256SUMS", Buffer.from(checksumsText(given))),
    ...given.members.flatMap(({ name }, index) => part(name, members[index] ?? Buffer.alloc(0))),
    TAR_END,
  ]);
}

function withMember(change: object, index = 0): BackupManifest {
  return {
    ...manifest,
    members: manifest.members.map((member, place) => (place === index ? { ...member, ...change } : member)),
  };
}

describe("a backup", () => {
  test("that is whole is what the writer makes of its manifest", () => {
    expect(archive(manifest).equals(whole)).toBe(true);
    expect(readManifest("it", Buffer.from(manifestText(manifest)))).toEqual(manifest);
  });

  test("with a single flipped bit is refused, wherever that is", async () => {
    const step = 61;
    for (let at = 0; at < whole.length; at += step) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] as number) ^ (1 << (at % 8));
      expect(await refusal(bytes)).toMatch(/is damaged, cut off or no backup|newer Ratebook/);
    }
  });

  test("that was cut off or has more behind its end is refused", async () => {
    for (const bytes of [0, 1, 511, 512, 2_000, whole.length - 1_024, whole.length - 1]) {
      expect(await refusal(whole.subarray(0, bytes))).toContain("is damaged, cut off or no backup");
    }
    expect(await refusal(Buffer.concat([whole, Buffer.alloc(1)]))).toMatch(/it has \d+ bytes and should have \d+/);
  });

  test("of a newer format is refused with the remedy", async () => {
    expect(await refusal(archive({ ...manifest, format_version: 2 }))).toMatch(
      /newer Ratebook \(backup format 2, this one knows 1\)\. Upgrade Ratebook/,
    );
  });

  test.each([
    ["a path out of the home", { name: "../keys.db" }],
    ["an absolute path", { name: "/etc/passwd" }],
    ["the name of another file", { name: "node-id" }],
    ["an unknown kind", { kind: "job", name: "jobs/claims.csv" }],
    ["a kind of every object", { kind: "constructor" }],
    ["more bytes than a release has", { bytes: 2 ** 50 }],
    ["bytes below zero", { bytes: -1 }],
    ["no hash", { sha256: "" }],
  ])("with a member that has %s is refused before it is read", async (_, change) => {
    expect(await refusal(archive(withMember(change)))).toMatch(/its manifest has a member that no home has|no backup/);
  });

  test("with two members of one name, or none, is refused", async () => {
    const [keys] = manifest.members;
    const twice = { ...manifest, members: [...manifest.members, keys] } as BackupManifest;
    expect(await refusal(archive(twice, [...contents, contents[0] as Buffer]))).toContain("two members of one name");
    expect(await refusal(archive({ ...manifest, members: [] }, []))).toContain("no keys");
    const many = { ...manifest, members: Array.from({ length: 10_001 }, () => keys) } as BackupManifest;
    expect(await refusal(archive(many, []))).toContain("more than 10000 members");
  });

  test("with a link in the place of a member is refused", async () => {
    const bytes = Buffer.from(whole);
    const at = bytes.indexOf("keys.db\0", 2 * TAR_BLOCK_BYTES, "latin1");
    bytes.write("2", at + 156, "latin1");
    expect(await refusal(bytes)).toContain("the header of keys.db is not as it was written");
  });

  test("whose hashes are right and whose files make no home is refused", async () => {
    const text = Buffer.from("no store");
    const noStore = withMember({ bytes: text.length, sha256: sha256(text) });
    expect(await refusal(archive(noStore, [text, ...contents.slice(1)]))).toMatch(/keys\.db of .* cannot be used/);
    const log = Buffer.from((contents[1] as Buffer).toString().replace("key_created", "key_revoked"));
    const broken = withMember({ bytes: log.length, sha256: sha256(log) }, 1);
    expect(await refusal(archive(broken, [contents[0] as Buffer, log]))).toMatch(/Line 1 of audit\.jsonl of /);
    expect(await refusal(archive({ ...manifest, audit: null }))).toContain("another end than its manifest says");
  });
});

test("a home with contents stays as it is, and a file or a link is no home", async () => {
  writeFileSync(forged, whole);
  const full = join(folder.path, "full");
  mkdirSync(full);
  writeFileSync(join(full, "notes.txt"), "mine");
  const restored = (at: string) => restoreHome({ file: forged, home: at, states: [] }, quietly);
  await expect(restored(full)).rejects.toThrow("is not empty: it has notes.txt.");
  expect(readdirSync(full)).toEqual(["notes.txt"]);
  await expect(restored(join(full, "notes.txt"))).rejects.toThrow("is not a folder");
  symlinkSync(join(full, "nowhere"), join(folder.path, "link"));
  await expect(restored(join(folder.path, "link"))).rejects.toThrow("cannot be used");
  await expect(restoreHome({ file: full, home: target, states: [] }, quietly)).rejects.toThrow(
    "is a folder, not a file",
  );
});

test("a mounted folder that is empty but for lost+found takes a backup", async () => {
  writeFileSync(forged, whole);
  const mounted = join(folder.path, "mounted");
  mkdirSync(join(mounted, "lost+found"), { recursive: true });
  await restoreHome({ file: forged, home: mounted, states: [] }, quietly);
  expect(readdirSync(mounted).sort()).toEqual(["audit.jsonl", "keys.db", "lost+found"]);
  truncateSync(forged, 0);
});
