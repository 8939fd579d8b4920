import { claimsCsv } from "../fire/claim-files.ts";
import { BOUNDARY, type FormPart, formBody, formType, uploadParts } from "../fire/forms.ts";
import type { Random } from "../fire/random.ts";
import { nastyText } from "./nasty-values.ts";

/** A form, and what must come of it. */
export interface HostileForm {
  readonly kind: string;
  readonly contentType: string;
  readonly body: Buffer;
  /** Whether it is one that any HTTP library may send, and is answered with 200. */
  readonly isRead: boolean;
}

type Maker = (random: Random) => HostileForm;

const DRY_RUN = { dry_run: "true" };

function parts(): readonly FormPart[] {
  return uploadParts(claimsCsv(3), DRY_RUN);
}

function form(kind: string, body: Buffer, { isRead = false, contentType = formType() } = {}): HostileForm {
  return { kind, contentType, body, isRead };
}

const wellFormed: Maker = (random) => {
  const boundary = random.pick(["b", "----WebKitFormBoundaryAbC123", "a'()+_,-./:=?b", "x".repeat(70)]);
  const contentType = `multipart/form-data; boundary="${boundary}"`;
  return form("well-formed", formBody(random.shuffled(parts()), boundary), { isRead: true, contentType });
};

/** Lines of a file that begin like the boundary, and are none. */
const boundaryInFile: Maker = (random) => {
  const line = random.pick([
    `--${BOUNDARY.slice(0, -1)}`,
    `--${BOUNDARY}x`,
    `--${BOUNDARY}x--`,
    `--${BOUNDARY} `,
    "--",
    `-${BOUNDARY}`,
    "--\r\n--",
  ]);
  const file = `${claimsCsv(2)}\r\n${line}\r\n${claimsCsv(1)}`;
  return form("a line like the boundary in the file", formBody(uploadParts(file, DRY_RUN)));
};

const otherBoundary: Maker = (random) => {
  const contentType = random.pick([
    formType("another"),
    formType(BOUNDARY.toUpperCase()),
    "multipart/form-data",
    "multipart/form-data; boundary=",
    'multipart/form-data; boundary=""',
    `multipart/form-data; boundary=${"b".repeat(2_000)}`,
    "multipart/form-data; boundary=a; boundary=b",
    "multipart/mixed; boundary=a",
    "application/x-www-form-urlencoded",
  ]);
  return form("another boundary", formBody(parts()), { contentType });
};

/** Heads of parts that no library writes. */
const heads: Maker = (random) => {
  const head = random.pick([
    "",
    "Content-Disposition: form-data",
    'Content-Disposition: form-data; name=""',
    'Content-Disposition: form-data; name="file"; name="state"; filename="a"',
    "Content-Disposition: form-data; name*=UTF-8''file; filename*=UTF-8''%ff",
    'Content-Disposition: attachment; name="file"; filename="../../etc/passwd"',
    `Content-Disposition: form-data; name="file"; filename="${"f".repeat(9_000)}"`,
    'Content-Disposition: form-data; name="__proto__"',
    'Content-Disposition: form-data; name="file"; filename="a"\r\nContent-Transfer-Encoding: base64',
    'Content-Disposition: form-data; name="file";\r\n filename="a"',
    `Content-Disposition: form-data; name="x"\r\n${"X-A: b\r\n".repeat(40)}X-B: c`,
    "\u0000",
  ]);
  const part = Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n${claimsCsv(1)}\r\n`);
  return form("strange heads", Buffer.concat([part, formBody(parts())]));
};

const fields: Maker = (random) => {
  const more = random.pick<readonly FormPart[]>([
    [{ name: "state", content: "ca" }],
    [{ name: "x".repeat(200), content: "1" }],
    [{ name: "columns", content: "x".repeat(70_000) }],
    [{ name: "columns", content: "[".repeat(60_000) }],
    [{ name: "columns", content: '{"__proto__":{"NPI":"npi"}}' }],
    [{ name: "by", content: `${"code,".repeat(5_000)}code` }],
    [{ name: "fields", content: nastyText(random) }],
    [{ name: "tolerance", content: nastyText(random) }],
    [{ name: "compare", content: nastyText(random) }],
    [{ name: "sheet", content: nastyText(random) }],
    [{ name: nastyText(random).replaceAll(/["\r\n]/g, ""), content: nastyText(random) }],
    [{ name: "file", content: claimsCsv(1), fileName: "second.csv" }],
    [{ name: "state", content: claimsCsv(1), fileName: "state.csv" }],
    Array.from({ length: 30 }, (_, place) => ({ name: `field${place}`, content: "1" })),
  ]);
  return form("strange fields", formBody(random.shuffled([...parts(), ...more])));
};

const missing: Maker = (random) => {
  const whole = parts();
  const place = random.whole(whole.length);
  const others = whole.filter((_, index) => index !== place);
  const empty = { ...(whole[place] as FormPart), content: "" };
  // The last one says that it is a dry run: without that the file is priced, which is another matter.
  const kept = random.chance(0.5) ? [...others, empty] : others;
  return form("missing parts", formBody(kept.some(({ name }) => name === "dry_run") ? kept : whole.slice(1)));
};

const cutOff: Maker = (random) => {
  const body = formBody(parts());
  return form("cut off", body.subarray(0, random.whole(body.length)));
};

const damaged: Maker = (random) => {
  const bytes = [...formBody(parts())];
  for (let count = random.whole(4) + 1; count > 0; count -= 1) {
    const place = random.whole(bytes.length);
    if (random.chance(0.5)) bytes[place] = random.whole(256);
    else bytes.splice(place, random.whole(6) + 1);
  }
  return form("damaged", Buffer.from(bytes));
};

const lineEnds: Maker = () =>
  form("bare line feeds", Buffer.from(formBody(parts()).toString("latin1").replaceAll("\r\n", "\n"), "latin1"));

const MAKERS = [wellFormed, boundaryInFile, otherBoundary, heads, fields, missing, cutOff, damaged, lineEnds] as const;

/** Forms of every kind in turn. */
export function hostileForms(random: Random): () => HostileForm {
  let place = 0;
  return () => {
    const make = MAKERS[place % MAKERS.length] as Maker;
    place += 1;
    return make(random);
  };
}
