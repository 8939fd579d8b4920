import { createServer, type ServerResponse } from "node:http";
import { connectTo } from "./connect.ts";

/*
 * A program of an afternoon: bare node:http in front of PostgreSQL, with prepared
 * statements and a few connections. It checks no key, counts nothing, and answers with the row of the
 * fee schedule instead of a price, so it does less than what it is compared with.
 */
const CONNECTIONS = 4;
const port = Number(process.argv[3]);
const sql = connectTo(port, CONNECTIONS);
/** The best plan for a name depends on the name, so searches are planned each time; lookups are not. */
const searching = connectTo(port, CONNECTIONS, { plan_cache_mode: "force_custom_plan" });

/** The first of the matching providers by name, and how many there are. */
async function search(name: string, limit: number) {
  const pattern = `%${name.toLowerCase()}%`;
  const [providers, [counted]] = await Promise.all([
    searching`SELECT * FROM providers WHERE lower(provider_name) LIKE ${pattern} ORDER BY lower(provider_name), npi LIMIT ${limit}`,
    searching`SELECT count(*)::int AS total FROM providers WHERE lower(provider_name) LIKE ${pattern}`,
  ]);
  return { providers, total_results: counted?.total, limit_applied: limit };
}

function fees(npi: string, code: string, day: string) {
  return sql`
    SELECT * FROM providers, outpatient_rates
    WHERE npi = ${npi} AND procedure_code = ${code}
      AND effective_start_date <= ${day} AND (effective_end_date IS NULL OR effective_end_date >= ${day})`;
}

async function answer(url: URL): Promise<unknown> {
  const sent = (name: string) => url.searchParams.get(name) ?? "";
  if (url.pathname === "/providers/search") return search(sent("provider_name"), Number(sent("limit")));
  if (url.pathname === "/fee") return fees(sent("npi"), sent("billing_code"), sent("date_of_service"));
  return {};
}

function send(response: ServerResponse, value: unknown): void {
  const body = JSON.stringify(value);
  response.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}

createServer((request, response) => {
  answer(new URL(request.url ?? "/", "http://peer")).then(
    (value) => send(response, value),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}).listen(Number(process.argv[2]), "127.0.0.1");
