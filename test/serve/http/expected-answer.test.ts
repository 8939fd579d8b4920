import { expect, it } from "vitest";
import { expectedAnswerBytes } from "../../../src/serve/http/batch-endpoint.ts";
import { HTTP_LIMITS } from "../../../src/serve/http/limits.ts";

const { expectedAnswerBytesPerName, expectedAnswerBytesMax, expectedAnswerBytesPerBodyByte } = HTTP_LIMITS;

function batchOf(item: string, count: number): Buffer {
  return Buffer.from(`{"requests":[${Array.from({ length: count }, () => item).join(",")}]}`);
}

it("a lookup by name is expected to bring twenty providers, other items some dozen times their own length", () => {
  const names = batchOf('{"billing_code":"1","provider_name":"a"}', 10);
  expect(expectedAnswerBytes(names)).toBe(
    10 * expectedAnswerBytesPerName + names.length * expectedAnswerBytesPerBodyByte,
  );
  const identifiers = batchOf('{"billing_code":"1","npi":"1000000001"}', 10);
  expect(expectedAnswerBytes(identifiers)).toBe(identifiers.length * expectedAnswerBytesPerBodyByte);
});

it("a parameter whose name is written with escapes is expected as one of its kind", () => {
  const hidden = batchOf('{"billing_code":"1","provider\\u005fname":"a"}', 10);
  expect(expectedAnswerBytes(hidden)).toBeGreaterThan(10 * expectedAnswerBytesPerName);
});

it("no answer is expected to be larger than the largest legal one, which a key may have under way", () => {
  expect(expectedAnswerBytes(batchOf(`{"provider_name":"${"a".repeat(300)}"}`, 5000))).toBe(expectedAnswerBytesMax);
  const { bodyBytesMax, bytesInFlightPerKeyMax, expectedAnswersShareMax } = HTTP_LIMITS;
  expect(expectedAnswerBytesMax + bodyBytesMax).toBeLessThan(bytesInFlightPerKeyMax * expectedAnswersShareMax);
  expect(HTTP_LIMITS.bytesInFlightPerKeyMax).toBeLessThan(HTTP_LIMITS.bytesInFlightMax);
});
