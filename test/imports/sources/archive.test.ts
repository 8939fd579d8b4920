import { describe, expect, it } from "vitest";
import { zip } from "../fixtures.ts";
import { cellsOf, refusalOf } from "./reading.ts";

const LIST_ENTRY_BYTES = 46;
const TWO = zip({ "a.csv": "Code,Fee\n1,2\n", "b.csv": "Code,Fee\n3,4\n" });

/** Where the list of members speaks about one of them. */
function entryOf(bytes: Buffer, name: string): number {
  return bytes.lastIndexOf(Buffer.from(name)) - LIST_ENTRY_BYTES;
}

function changed(change: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(TWO);
  change(bytes);
  return bytes;
}

describe("a ZIP", () => {
  it("is read member by member", async () => {
    expect(await cellsOf(TWO)).toEqual([
      ["Code", "Fee"],
      ["1", "2"],
      ["Code", "Fee"],
      ["3", "4"],
    ]);
  });

  it("is refused when it names one member twice", async () => {
    const bytes = Buffer.from(TWO.toString("latin1").replaceAll("b.csv", "a.csv"), "latin1");
    expect(await refusalOf(bytes)).toBe(
      "Failure: the ZIP is damaged or cut off (a.csv is in it twice); download it again",
    );
  });

  it("is refused when members share their bytes, as those of a ZIP bomb do", async () => {
    const bytes = changed((it) => it.writeUInt32LE(0, entryOf(it, "b.csv") + 42));
    expect(await refusalOf(bytes)).toContain("shares its bytes with another member");
  });

  it("is refused when a member unpacks to more, less or other bytes than it tells", async () => {
    for (const length of [3, 300]) {
      const bytes = changed((it) => it.writeUInt32LE(length, entryOf(it, "a.csv") + 24));
      expect(await refusalOf(bytes)).toContain("the ZIP is damaged or cut off");
    }
    const bytes = changed((it) => it.writeUInt32LE(1, entryOf(it, "a.csv") + 16));
    expect(await refusalOf(bytes)).toContain("the checksum of a.csv is wrong");
  });

  it("is refused when it is encrypted, or leads out of its folder, or speaks to the terminal", async () => {
    const encrypted = changed((it) => it.writeUInt16LE(1, entryOf(it, "a.csv") + 8));
    expect(await refusalOf(encrypted)).toContain("Failure: a.csv is encrypted; unpack the ZIP with its password");
    expect(await refusalOf(zip({ "../../a.csv": "x" }))).toContain(
      "Failure: the ZIP is damaged or cut off (invalid rel",
    );
    expect(await refusalOf(zip({ "/a.csv": "x" }))).toContain("Failure: the ZIP is damaged or cut off (absolute path");
    expect(await refusalOf(zip({ "\u00e9\u001b[2J.csv": "x" }))).toContain(
      "a member's name has control characters in it",
    );
  });

  it("is refused when it has its list where no file can have one", async () => {
    const locator = Buffer.alloc(20);
    locator.writeUInt32LE(0x07064b50, 0);
    locator.writeBigUInt64LE(2n ** 63n, 8);
    const end = TWO.length - 22;
    const bytes = Buffer.concat([TWO.subarray(0, end), locator, TWO.subarray(end)]);
    expect(await refusalOf(bytes)).toContain("Failure: the ZIP is damaged or cut off (unexpected EOF)");
  });

  it("is refused when it has more members than any publication", async () => {
    const members = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`${index}.csv`, ""]));
    expect(await refusalOf(zip(members))).toContain("the ZIP has more than 10000 members");
  });
});
