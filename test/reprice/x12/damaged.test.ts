import { describe, expect, it } from "vitest";
import { refuseDamagedX12 } from "../../../src/reprice/x12/damaged.ts";
import { MARKERS, remittance } from "./support/generator.ts";
import { batches } from "./support/made-claims.ts";

const STOCK = { codes: ["99213"], npis: ["1000700140"], modifiers: ["25"], isInpatient: false };
const WHOLE = remittance(batches(STOCK, 3, 3));
const ONE_LINE = WHOLE.replaceAll(/[\r\n]/g, "");
/** N1, N3 and N4 are names of segments too. */
const CLAIMS_N0_TO_N19 = Array.from({ length: 20 }, (_, number) => `N${number},1000700140,99213`).join("\n");
const withoutIsa = ONE_LINE.slice(ONE_LINE.indexOf("GS*"));

function reasonOf(text: string): string {
  try {
    refuseDamagedX12(text);
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}

describe("X12 without a sound ISA segment", () => {
  it.each([
    ["the group is the first segment", withoutIsa, "GS, at character 1"],
    ["an element of ISA is short", WHOLE.replace("ISA*00", "ISA*0"), "ISA, at character 1"],
    ["names are lower case", ONE_LINE.replace("ISA*", "isa*"), "ISA, at character 1"],
    ["all is lower case", WHOLE.toLowerCase(), "ISA, at character 1"],
    ["a text stands before it", `Subject: remit\n\n${WHOLE}`, "ISA, at character 17"],
    ["a byte order mark stands before it", `\ufeff${withoutIsa}`, "GS, at character 2"],
    ["a comma is in it", withoutIsa.replace("~", ",~"), "GS, at character 1"],
    ["it has bars as separators", withoutIsa.replaceAll("*", "|"), "GS, at character 1"],
    [
      "it has dots and quotes as separators",
      withoutIsa.replaceAll("*", ".").replaceAll("~", "'"),
      "GS, at character 1",
    ],
    ["it has commas and line ends as separators", withoutIsa.replaceAll("*", ",").replaceAll("~", "\n"), "GS"],
    ["it has control signs as separators", withoutIsa.replaceAll("*", "\x1d").replaceAll("~", "\x1c"), "GS"],
    ["it is one name", `NM1*QC*1*${MARKERS.lastName}*X~`, "NM1, at character 1"],
  ])("is refused with the place and without its text: %s", (_, text, place) => {
    const reason = reasonOf(text);
    expect(reason).toContain(`the first segment found is ${place}`);
    for (const marker of Object.values(MARKERS)) expect(reason).not.toContain(marker);
  });

  it.each(["IS", "ISA", "ISA*", "ISA*0", "ISA|00", "\ufeffISA\r\n", " ISA "])(
    "is named where the file ends in it: %j",
    (text) => {
      expect(reasonOf(text)).toBe(
        "this is X12 that is cut off at its beginning, in the ISA segment; have it sent again",
      );
    },
  );

  it.each([
    "ISAAC",
    "IS\n1\n",
    "ISA,npi\n1,2\n",
    "npi,billing_code,date_of_service\n1000700140,99213,2026-10-01\n",
    "CLP-01,CLP-02,SVC-01,NM1-03,ST\nA,B,C,D,E\n",
    "claim|st|ref|hi\nA1|ST|837|x\nA2|ST|835|x\n",
    `claim,npi,billing_code\n${CLAIMS_N0_TO_N19}`,
    "npi;ref;lx\n1;St. Mary's Hosp.;2\n",
    'id,note\n1,"NM1: name, CLP: claim, SVC: line"\n',
    "",
  ])("is no table: %j", (text) => {
    expect(reasonOf(text)).toBe("");
  });
});
