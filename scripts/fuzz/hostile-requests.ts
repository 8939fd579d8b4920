import type { Sent } from "../fire/http.ts";
import type { Random } from "../fire/random.ts";
import { hugeText, nastyText } from "./nasty-values.ts";
import type { Operation } from "./openapi.ts";

type Hostile = (operation: Operation, key: string, random: Random) => Sent;

const MEDIA_TYPES = [
  "text/plain",
  "application/xml",
  "application/json;;",
  "a/b+json",
  "*/*",
  "",
  "application/json; charset=utf-16",
];
const MEBIBYTE = 1 << 20;

/** Bodies that are meant to cost much or to be misread. */
const BODIES: readonly ((random: Random) => string | Buffer)[] = [
  () => "",
  () => "[".repeat(4 * MEBIBYTE - 1),
  () => '{"requests":'.repeat(50_000),
  () => `{"requests":[${"[".repeat(100_000)}`,
  () => `{"requests":[${"{},".repeat(999)}{}]}`,
  () => `{"requests":[${"1,".repeat(1_000)}1]}`,
  () => `{"requests":[${"null,".repeat(200_000)}null]}`,
  () => `{"requests":${"9".repeat(100_000)}}`,
  () => '{"requests":[],"requests":[{}]}',
  () => '{"__proto__":{"requests":[]}}',
  () => Buffer.from('\ufeff{"requests":[]}', "utf16le"),
  () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('{"requests":[]}')]),
  () => Buffer.from('{"requests":[{"npi":"\xff\xfe"}]}', "latin1"),
  (random) => random.bytes(random.whole(2_000)),
  (random) => JSON.stringify({ requests: [{ billing_code: "99213", provider_name: hugeText(random) }] }),
  (random) =>
    JSON.stringify({ requests: Array.from({ length: 20 }, () => ({ [nastyText(random)]: nastyText(random) })) }),
];

const hostileBody: Hostile = ({ path }, key, random) => ({
  method: "POST",
  path,
  headers: {
    authorization: `Bearer ${key}`,
    "content-type": random.chance(0.8) ? "application/json" : random.pick(MEDIA_TYPES),
  },
  body: random.pick(BODIES)(random),
});

const hostileQuery: Hostile = ({ path }, key, random) => ({
  method: "GET",
  path: `${path}?${random.pick([
    "%",
    "%ff=%fe",
    "npi=%C3%28",
    "&&&&=&=&",
    "npi=1000700140&billing_code=99213&npi=1000700140",
    "npi=1&npi=2&npi=3",
    `${"a=1&".repeat(1_000)}`,
    "npi[]=1&npi[0]=2",
    `api_key=${"k".repeat(20)}`,
    `npi=${"1".repeat(7_000)}`,
    `npi=${"1".repeat(9_000)}`,
    "+=+",
    "npi=%00",
  ])}`,
  headers: { authorization: `Bearer ${key}` },
});

const hostileAccess: Hostile = ({ path, method }, key, random) => ({
  method: random.pick([method.toUpperCase(), "PUT", "DELETE", "OPTIONS", "HEAD", "PATCH"]),
  path: random.pick([path, `${path}/`, path.toUpperCase(), path.replace("/api", "/%61pi"), `${path}/../rate`]),
  headers: random.pick<Record<string, string>>([
    {},
    { authorization: "" },
    { authorization: "Bearer" },
    { authorization: `bearer ${key}` },
    { authorization: `Basic ${key}` },
    { authorization: `Bearer ${key}x` },
    { authorization: `Bearer ${key}, Bearer ${key}` },
    { authorization: `Bearer ${key}`, "x-request-id": "a".repeat(5_000) },
    { authorization: `Bearer ${key}`, "content-encoding": "gzip" },
  ]),
});

/** A request that no client sends by mistake. */
export function hostileRequest(operation: Operation, key: string, random: Random): Sent {
  const kinds = operation.method === "post" ? [hostileBody, hostileBody, hostileAccess] : [hostileQuery, hostileAccess];
  return random.pick(kinds)(operation, key, random);
}
