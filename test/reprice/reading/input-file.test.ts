import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type Chunk, ChunkReader } from "../../../src/reprice/reading/chunks.ts";
import { delimiterOf, headingsRow } from "../../../src/reprice/reading/header.ts";
import { openInput, scanFile } from "../../../src/reprice/reading/input-file.ts";
import { TextWindow } from "../../../src/reprice/reading/text-window.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";

/** Two columns are all that is needed. */
const judge = (names: readonly string[]) => {
  const count = names.filter((name) => ["npi", "code"].includes(name)).length;
  return count === 2 ? Number.POSITIVE_INFINITY : count;
};

const TITLE = ["Claims of May"];

describe("The row of headings", () => {
  it("is the first that has all that is needed", () => {
    expect(headingsRow([TITLE, ["npi"], ["npi", "code"], ["npi", "code", "date"]], judge)).toBe(2);
  });

  it("is the one that has most of it when none has all, so that what is missing is reported of that one", () => {
    expect(headingsRow([TITLE, ["x", "npi"], ["1", "2"]], judge)).toBe(1);
  });

  it("is the first one when none has any", () => {
    expect(headingsRow([TITLE, ["x"], ["1"]], judge)).toBe(0);
  });

  it("is among the first twenty", () => {
    const above = (count: number) => Array.from({ length: count }, () => TITLE);
    expect(headingsRow([...above(19), ["npi", "code"]], judge)).toBe(19);
    expect(headingsRow([...above(20), ["npi", "code"]], judge)).toBe(0);
  });

  it("is none with a text too long for a heading, nor one too wide for a table, which would take long to compare", () => {
    expect(headingsRow([TITLE, ["npi", "code", "x".repeat(500)]], judge)).toBe(1);
    expect(headingsRow([TITLE, ["npi", "code", "x".repeat(501)]], judge)).toBe(0);
    const wide = (count: number) => ["npi", "code", ...Array.from({ length: count - 2 }, () => "")];
    expect(headingsRow([TITLE, wide(2_000)], judge)).toBe(1);
    expect(headingsRow([TITLE, wide(2_001)], judge)).toBe(0);
  });
});

describe("delimiter", () => {
  const KNOWN = ["npi", "billing_code", "date"];
  const judge = (names: readonly string[]) => names.filter((name) => KNOWN.includes(name)).length;

  it.each([
    ["commas", "npi,billing_code,date\n1,2,3\n"],
    ["semicolons", "npi;billing_code;date\n1;2,5;3\n"],
    ["tabs", '"npi"\tbilling_code\tdate\r\n1\t2\t3\r\n'],
    ["pipes", "npi|billing_code|date\n"],
    ["semicolons", "sep=;\nClaims of May, June, July and August\nnpi;billing_code;date\n"],
    ["commas", "npi,billing_code,diagnoses\n1,2,A|B|C|D|E|F\n"],
    ["commas", ""],
    ["tabs", "provider\tcode\twhen, and where\n"],
  ])("of columns with %s: %j", (name, text) => {
    expect(delimiterOf(text, judge).name).toBe(name);
  });
});

describe("file scan", () => {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());

  const MEGABYTE = 1 << 20;

  async function scanned(bytes: Buffer) {
    const path = join(folder.path, "in");
    writeFileSync(path, bytes);
    return await scanFile(path, "claims");
  }

  /** A file is read a megabyte at a time, so that this text lies across the border by so many of its bytes. */
  function acrossTheBorder(text: string, before: number): Buffer {
    return Buffer.concat([Buffer.alloc(MEGABYTE - before, "a"), Buffer.from(text), Buffer.from("end")]);
  }

  describe("A scan of a file", () => {
    it("knows it by all of its bytes", async () => {
      const bytes = Buffer.alloc(3 * MEGABYTE, "x");
      const edited = Buffer.from(bytes);
      edited[2 * MEGABYTE + 5] = 121;
      const one = await scanned(bytes);
      expect(one.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
      expect((await scanned(edited)).sha256).not.toBe(one.sha256);
      expect(one).toMatchObject({ size: bytes.length, isUtf8: true });
      expect(one.head).toEqual(bytes.subarray(0, 64 * 1024));
    });

    it.each([
      ["ñ", 1],
      ["€", 1],
      ["€", 2],
      ["𝄞", 1],
      ["𝄞", 2],
      ["𝄞", 3],
    ])("takes %s for UTF-8 with %i of its bytes before a border", async (character, before) => {
      expect((await scanned(acrossTheBorder(character, before))).isUtf8).toBe(true);
    });

    it.each([
      ["a byte of Windows-1252 in the last place", Buffer.from("Pe\xf1", "latin1")],
      [
        "half a character at the border",
        Buffer.concat([Buffer.alloc(MEGABYTE - 1, "a"), Buffer.from("\xc3a", "latin1")]),
      ],
      ["half a character at the end", Buffer.from("\xe2\x82", "latin1")],
    ])("does not take %s for UTF-8", async (_what, bytes) => {
      expect((await scanned(bytes)).isUtf8).toBe(false);
    });

    it("refuses what is no file, and what is not there", async () => {
      await expect(scanFile(folder.path, "claims")).rejects.toThrow(
        "claims is not a file. Name a file on disk, or - to read standard input.",
      );
      await expect(scanFile(join(folder.path, "none"), "claims")).rejects.toThrow("claims does not exist.");
    });
  });
});

const PIECE = "x".repeat(100_000);

/** Makes a text as a reader of files does: told after every piece how far it is, it waits for room. */
function filled(pieces: number, end: () => void = () => undefined): { window: TextWindow; made: () => number } {
  const window = new TextWindow("claims", false);
  let made = 0;
  window.fill(async (add) => {
    for (; made < pieces; made += 1) {
      await window.room(made, pieces);
      if (add(PIECE) === "enough") return;
    }
    end();
  }, false);
  return { window, made: () => made };
}

const turns = async () => {
  for (let turn = 0; turn < 1_000; turn += 1) await Promise.resolve();
};

describe("The window between making a text and reading it", () => {
  it("hands on every byte once, in order", async () => {
    const window = new TextWindow("claims", false);
    window.fill(async (add) => {
      for (let number = 0; number < 50_000; number += 1) {
        if (number % 1_000 === 0) await window.room(number, 50_000);
        add(`${number},Peña\n`);
      }
    }, false);
    let text = "";
    for (let offset = 0; ; ) {
      const bytes = await window.read(offset, 10_000);
      text += bytes.toString("latin1");
      offset += bytes.length;
      if (bytes.length < 10_000) break;
    }
    const whole = Array.from({ length: 50_000 }, (_, number) => `${number},Peña\n`).join("");
    expect(Buffer.from(text, "latin1").toString()).toBe(whole);
    expect(window.size).toBe(Buffer.byteLength(whole));
  });

  it("pauses the writer of the text while there is enough of it, and resumes it as it is read", async () => {
    const { window, made } = filled(1_000);
    await window.read(0, 10);
    await turns();
    const ahead = made();
    // Two megabytes, and the piece that was under way.
    expect(ahead * PIECE.length).toBeLessThan(2 ** 21 + 2 * PIECE.length);
    expect(window.size).toBe(Number.POSITIVE_INFINITY);
    await window.read(50 * PIECE.length, 10);
    await turns();
    expect(made()).toBeGreaterThan(ahead + 45);
    expect(made()).toBeLessThan(ahead + 55);
    await window.close();
  });

  it("skips to a place far ahead, as a run that is resumed does", async () => {
    const { window } = filled(300);
    const bytes = await window.read(299 * PIECE.length, 2 * PIECE.length);
    expect(bytes.length).toBe(PIECE.length);
    expect(window.size).toBe(300 * PIECE.length);
  });

  it("reports a failure after what was made before it", async () => {
    const { window } = filled(3, () => {
      throw new Error("the sheet is damaged");
    });
    expect((await window.read(0, 3 * PIECE.length)).length).toBe(3 * PIECE.length);
    await expect(window.read(3 * PIECE.length, 1)).rejects.toThrow("the sheet is damaged");
  });

  it("ends the writer of the text when it is closed", async () => {
    const { window, made } = filled(1_000);
    await window.read(0, 10);
    await window.close();
    expect(made()).toBeLessThan(100);
  });
});

describe("chunks", () => {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());

  const file = join(folder.path, "in.csv");

  async function chunksOf(
    text: string,
    start = { offset: 0, line: 1 },
    ...size: readonly [bytes?: number, records?: number]
  ): Promise<readonly Chunk[]> {
    writeFileSync(file, text);
    const input = await openInput(file);
    try {
      const reader = new ChunkReader(input, start, ...size);
      const chunks: Chunk[] = [];
      for (let chunk = await reader.next(); chunk !== null; chunk = await reader.next()) chunks.push(chunk);
      return chunks;
    } finally {
      await input.close();
    }
  }

  function together(chunks: readonly Chunk[]): string {
    return chunks.map(({ bytes }) => bytes.toString()).join("");
  }

  /** Several chunks long: a name with an accent and, now and then, a cell of three lines. */
  const LINES = Array.from({ length: 20_000 }, (_, index) =>
    index % 50 === 0 ? `${index},"Peña\nand\nsons"` : `${index},Peña and sons`,
  );

  describe("Chunks of an input", () => {
    it("hold every line once, in order, and know the line they start on", async () => {
      const text = `${LINES.join("\n")}\n`;
      const chunks = await chunksOf(text);
      expect(chunks.length).toBeGreaterThan(2);
      expect(together(chunks)).toBe(text);
      let line = 1;
      for (const chunk of chunks) {
        expect(chunk.firstLine).toBe(line);
        line += chunk.bytes.toString().split("\n").length - 1;
        expect(chunk.end.line).toBe(line);
        // A chunk starts with a record, never inside a cell.
        expect(chunk.bytes.toString()).toMatch(/^[0-9]+,/);
      }
    });

    it("have as many records as a crew takes at most", async () => {
      const text = `1,"a\nb"\n${"2,c\n".repeat(4)}3`;
      const chunks = await chunksOf(text, { offset: 0, line: 1 }, 8_192, 2);
      expect(chunks.map(({ bytes }) => bytes.toString())).toEqual(['1,"a\nb"\n2,c\n', "2,c\n2,c\n", "2,c\n3"]);
      expect(chunks.map(({ firstLine }) => firstLine)).toEqual([1, 4, 6]);
    });

    it("go on from a place", async () => {
      const text = LINES.join("\n");
      const [first, ...rest] = await chunksOf(text);
      const again = await chunksOf(text, (first as Chunk).end);
      expect(together(again)).toBe(together(rest));
      expect(again[0]?.firstLine).toBe(rest[0]?.firstLine);
    });

    it("grow with a record that is longer than they are", async () => {
      const long = `1,"${"x\n".repeat(200_000)}"\n`;
      const chunks = await chunksOf(`${long}2,b\n`);
      expect(together(chunks)).toBe(`${long}2,b\n`);
      expect(chunks[0]?.bytes.toString().startsWith(long)).toBe(true);
    });

    it("lose one line to a quote that is never closed", async () => {
      const text = `1,"open\n${"2,b\n".repeat(400_000)}`;
      const chunks = await chunksOf(text);
      expect(chunks[0]?.bytes.toString()).toBe('1,"open\n');
      expect(together(chunks)).toBe(text);
    });

    it("end with a line that is too long to be one", async () => {
      await expect(chunksOf(`1,a\n2,${"b".repeat(2_000_000)}`)).rejects.toThrow(
        `${file}:2: a line longer than 1048576 bytes. Is it a CSV file?`,
      );
    });
  });
});
