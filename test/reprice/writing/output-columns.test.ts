import { expect, test } from "vitest";
import { outputHeader } from "../../../src/reprice/writing/output-columns.ts";

const end = { offset: 0, line: 2 };

test("the input's own header comes first, untouched; a name of ours that it has already is marked", () => {
  const header = { text: '"npi",claim , payment_rate', names: ["npi", "claim", "payment_rate"], end };
  expect(outputHeader(header, { fields: ["npi", "payment_rate"], isCompared: true, isExplained: true })).toBe(
    '"npi",claim , payment_rate,input_line,result_number,result_count,units_priced,amount_at_rate,expected_amount,difference,remarks,remark_codes,result_npi,result_payment_rate,figures,explain_command\n',
  );
});

test("an output can be repriced again", () => {
  const header = { text: "npi,input_line,result_npi", names: ["npi", "input_line", "result_npi"], end };
  expect(outputHeader(header, { fields: ["npi"], isCompared: false, isExplained: false })).toBe(
    "npi,input_line,result_npi,result_input_line,result_number,result_count,units_priced,amount_at_rate,expected_amount,remarks,remark_codes,result_result_npi\n",
  );
});
