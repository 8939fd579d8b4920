import { Refusal } from "../../core/text/refusal.ts";

const BEGINNING = /^postgres(?:ql)?:\/\//;

/** Names of hosts have 253 characters at most: room for several, and for a long password. */
const LENGTH_MAX = 4_096;

/** User and password, hosts, name of the database, options. None of them contains a separator. */
const PARTS = /^(?:(?<access>[^@/?#]*)@)?(?<hosts>[^@/?#]*)(?:\/(?<name>[^@/?#]*))?(?:\?[^@#]*)?$/;

const FORM = "an address such as postgres://ratebook@db.example:5432/ratebook";
const ENCODED = `${FORM}; percent-encode these characters in the password: / as %2F, ? as %3F, # as %23, @ as %40, % as %25, a space as %20`;

interface Parts {
  readonly access: string;
  readonly hosts: string;
  readonly name: string;
}

/** The address of a PostgreSQL database, as the driver reads it; it may name several hosts, which `URL` cannot parse. */
export function readDatabaseUrl(text: string): string | Refusal {
  // A secret that was read from a file often ends with a line break.
  const url = text.trim();
  if (!BEGINNING.test(url)) return new Refusal(FORM);
  if (url.length > LENGTH_MAX) return new Refusal(`${FORM}, of ${LENGTH_MAX} characters at most`);
  return partsOf(url) === null ? new Refusal(ENCODED) : url;
}

/** The address as messages and logs show it: without user, password and options. An unreadable one is not shown at all. */
export function shownUrl(url: string): string {
  const parts = partsOf(url);
  return parts === null ? "postgres://..." : `postgres://${parts.hosts}/${parts.name}`;
}

function partsOf(url: string): Parts | null {
  if (!BEGINNING.test(url) || /\s/.test(url)) return null;
  const groups = PARTS.exec(url.replace(BEGINNING, ""))?.groups;
  if (groups === undefined) return null;
  const { access = "", hosts = "", name = "" } = groups;
  const ofEach = hosts.split(",").map((host) => `postgres://${access === "" ? "" : `${access}@`}${host}/${name}`);
  const isOne = [access, hosts, name].every(canBeDecoded) && ofEach.every((one) => URL.canParse(one));
  return isOne ? { access, hosts, name } : null;
}

function canBeDecoded(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
