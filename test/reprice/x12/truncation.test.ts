import { describe, expect, it } from "vitest";
import { readX12 } from "../../../src/reprice/x12/x12-file.ts";
import { outpatient } from "../../../src/states/ny/outpatient/lookup.ts";
import { batch, bytesOf, type MadeClaim, remittance, USUAL_SIGNS } from "./support/generator.ts";
import { batches } from "./support/made-claims.ts";

const stock = { codes: ["99213"], npis: ["1100020100"], modifiers: ["25"], isInpatient: false };
/** Short files: each is cut off at every byte beside the end of a segment or a component, and at every eleventh byte besides. */
const made = batches(stock, 2, 7).map(([first]) =>
  [first as MadeClaim].map((claim) => ({ ...claim, lines: claim.lines.slice(0, 1) })),
);
const read = (text: string) => readX12([bytesOf(text, "file", 1 << 16)], outpatient, null);

describe("A file that is cut off", () => {
  it.each([
    ["a remittance", remittance(made)],
    ["a remittance without line ends", remittance(made, { ...USUAL_SIGNS, lineEnd: "" })],
    ["a remittance of two interchanges", `${remittance(made.slice(0, 1))}${remittance(made.slice(1))}`],
    ["claims", batch(made)],
    ["claims whose segments end with their lines", batch(made, { ...USUAL_SIGNS, terminator: "\n", lineEnd: "" })],
  ])("is refused wherever it ends, unless an interchange ends there (%s)", async (_, text) => {
    const isWhole = (end: number) => /IEA\*1\*[0-9]{9}[~\n]\n?$/.test(text.slice(0, end));
    await expect(read(text)).resolves.toMatchObject({ rows: made.flat().flatMap(({ lines }) => lines).length });
    for (let end = 0; end < text.length; end += 1) {
      if (end % 11 !== 0 && !/[:~\n]/.test(text.slice(Math.max(end - 1, 0), end + 1))) continue;
      const cut = read(text.slice(0, end));
      if (isWhole(end)) await cut;
      else await expect(cut).rejects.toThrow(/cut off|no whole interchange/);
    }
  });

  it("names the place", async () => {
    const text = remittance(made);
    await expect(read(text.slice(0, text.indexOf("SVC")))).rejects.toThrow(
      /^the file is cut off or damaged in transaction "1000" of group "7" of interchange "000000101", after segment [0-9]+ \(byte [0-9]+\): nothing follows\. Have it sent again$/,
    );
  });

  it("names the byte up to which an interchange inside another was read", async () => {
    const text = remittance(made);
    const inner = text.slice(0, text.indexOf("GS*"));
    const before = text.slice(0, text.indexOf("LX*"));
    const byte = before.length + inner.indexOf("~") + 1;
    await expect(read(before + inner + text.slice(before.length))).rejects.toThrow(
      new RegExp(`after segment [0-9]+ \\(byte ${byte}\\): segment [0-9]+ \\(ISA\\) stands inside it`),
    );
  });
});

describe("An envelope", () => {
  const text = remittance(made);
  const se = /SE\*([0-9]+)\*1000~/.exec(text)?.[1] as string;

  it("that counts fewer segments than there are is read, with a note", async () => {
    const { notes } = await read(text.replace(`SE*${se}*1000`, "SE*3*1000"));
    expect(notes).toEqual([`SE of transaction "1000" counts 3 segments; there are ${se} segments, and all are read.`]);
  });

  it.each([
    [
      "more segments than there are",
      (all: string) => all.replace(`SE*${se}*1000`, "SE*9999*1000"),
      /counts 9,999 segments/,
    ],
    ["more transactions", (all: string) => all.replace("GE*2*7", "GE*3*7"), /counts 3 transactions in group "7"/],
    ["more groups", (all: string) => all.replace("IEA*1*", "IEA*2*"), /counts 2 groups/],
    ["nothing", (all: string) => all.replace("GE*2*7", "GE**7"), /has no count of the transactions/],
    ["another transaction", (all: string) => all.replace(`*${se}*1000`, `*${se}*1009`), /ends transaction "1009"/],
    ["another group", (all: string) => all.replace("GE*2*7", "GE*2*8"), /ends group "8", and "7" is the one/],
    ["another interchange", (all: string) => all.replace(/IEA\*1\*\d+/, "IEA*1*000000999"), /ends interchange/],
    ["a claim outside of transactions", (all: string) => all.replace("GE*2*7", "CLP*1~GE*2*7"), /CLP.* stands where/],
    ["two beginnings", (all: string) => all.replace("ST*835*1001", "SE*1*1~ST*835*1001"), /SE.* stands where/],
    ["a segment without a name", (all: string) => all.replace("LX*1", "lx*1"), /does not begin with the name/],
    ["text behind it", (all: string) => `${all}and more`, /after segment [0-9]+ \(IEA\) there is text/],
  ])("with %s is refused", async (_, change, reason) => {
    await expect(read(change(text))).rejects.toThrow(reason);
  });

  it("may be followed by line ends and the end marks of old systems", async () => {
    expect((await read(`${text}\r\n \x1a\0`)).notes).toEqual([]);
  });
});
