/*
 * Prices a visit and a list of codes with the TypeScript client, on Node 22.18 or newer:
 *
 *     npm pack ../ratebook/client && npm install ./ratebook-client-*.tgz     # the clone, in which npm start has run
 *     export RATEBOOK_API_KEY=...                      # the key that npm start printed
 *     node price.ts
 *
 * The service is at RATEBOOK_URL, http://127.0.0.1:8080 when that is not set.
 */
import { Ratebook, RatebookError } from "ratebook-client";

const ratebook = new Ratebook({
  baseUrl: process.env.RATEBOOK_URL ?? "http://127.0.0.1:8080",
  apiKey: process.env.RATEBOOK_API_KEY ?? "",
});

// Amounts are texts with exact digits. Compute with a decimal library: floating-point numbers lose cents.
const visit = { npi: "1000100010", billing_code: "99213", date_of_service: "2026-10-01" };
const { answer, release } = await ratebook.price("ca", "outpatient", visit);
console.log(`Release ${release}`);
for (const { payment_rate, calculation_method, error_message } of answer) {
  console.log(payment_rate ?? error_message, calculation_method ?? "");
}

// Any number of lookups, in batches. "No rate" is an answer with a reason; a lookup that is not understood fails no other.
const lookups = [
  { ...visit, billing_code: "99214" },
  { ...visit, billing_code: "00000" },
  { ...visit, npi: "12" },
];
for await (const item of ratebook.priceMany("ca", "outpatient", lookups)) {
  const notices =
    item.kind === "refused"
      ? [`refused: ${item.error.message}`]
      : item.results.map(({ payment_rate, error_message }) => payment_rate ?? error_message);
  console.log(`Lookup ${item.index}: ${notices.join(", ")}`);
}

// What the service refuses comes with every fault.
try {
  await ratebook.price("ca", "outpatient", { npi: "12", billing_code: "99213", date_of_service: "soon" });
} catch (error) {
  if (!(error instanceof RatebookError) || error.failure.kind !== "problem") throw error;
  for (const { field, message } of error.failure.faults) console.log(`${field}: ${message}`);
}
