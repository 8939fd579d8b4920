import { useEffect, useRef, useState } from "preact/hooks";
import type { CatalogueState, ReleaseInService } from "./api/ready.ts";
import { labelOf } from "./words/names.ts";

/* The address holds what the page shows: it can be bookmarked, shared and loaded again. */

interface Address {
  /** One of the views that the server knows: `/`, `/reprice` ... */
  readonly path: string;
  readonly query: URLSearchParams;
}

function currentAddress(): Address {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}

const CHANGED = "ratebook-address";

/** An address as it is written; parameters without a value are left out. */
export function addressText(path: string, query: URLSearchParams | Readonly<Record<string, string>>): string {
  const given = [...new URLSearchParams(query)].filter(([, value]) => value !== "");
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** Shows another address. `replace`: going back skips the one before. */
export function goTo(address: string, replace = false): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  dispatchEvent(new Event(CHANGED));
}

/** The address, and again whenever it changes. */
export function useAddress(): Address {
  const [address, setAddress] = useState(currentAddress);
  const drawn = useRef(location.pathname + location.search);
  useEffect(() => {
    const follow = () => setAddress(currentAddress());
    addEventListener("popstate", follow);
    addEventListener(CHANGED, follow);
    // On a busy machine it may have changed after the page was drawn and before it listened.
    if (location.pathname + location.search !== drawn.current) follow();
    return () => {
      removeEventListener("popstate", follow);
      removeEventListener(CHANGED, follow);
    };
  }, []);
  return address;
}

/** A word of an address may be of any length. */
const QUOTED_CHARACTERS_MAX = 40;

/** A part of an address within a sentence. */
export function quotedPart(text: string): string {
  return `“${text.length > QUOTED_CHARACTERS_MAX ? `${text.slice(0, QUOTED_CHARACTERS_MAX)}…` : text}”`;
}

/** The names of the parts of an address, each once. */
export function namesIn(query: URLSearchParams): readonly string[] {
  return [...new Set(query.keys())];
}

/** The parts that an address has several times, each as a sentence without its full stop: none of the values is the one that was meant. `labels`: of parts that are no parameters of a lookup. */
export function repeatedParts(
  query: URLSearchParams,
  labels: Readonly<Record<string, string>> = {},
): readonly string[] {
  return namesIn(query)
    .filter((name) => query.getAll(name).length > 1)
    .map((name) => {
      const label = Object.hasOwn(labels, name) ? labels[name] : labelOf(name);
      return `${label} is given ${query.getAll(name).length === 2 ? "twice" : "more than once"}`;
    });
}

export interface ViewProps {
  /** The query of the address. */
  readonly query: URLSearchParams;
  /** The states of the key, with their lookups. */
  readonly states: readonly CatalogueState[];
  /** The release in service; null until it is known. */
  readonly release: ReleaseInService | null;
}
