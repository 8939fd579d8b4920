import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type Chunk, ChunkReader } from "../../../src/reprice/reading/chunks.ts";
import { openInput } from "../../../src/reprice/reading/input-file.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";

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
  const reader = new ChunkReader(input, start, ...size);
  const chunks: Chunk[] = [];
  for (let chunk = await reader.next(); chunk !== null; chunk = await reader.next()) chunks.push(chunk);
  await input.close();
  return chunks;
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
