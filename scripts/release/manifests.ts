import { Refusal } from "./refusal.ts";

/** The files that say the version, and how often: the lock file says it of itself and of the package at the root. */
export const MANIFESTS = [
  { path: "package.json", times: 1 },
  { path: "package-lock.json", times: 2 },
  { path: "client/package.json", times: 1 },
] as const;

/** The version of the clone. */
export function versionIn(manifest: string): string {
  const { version } = JSON.parse(manifest) as { readonly version?: unknown };
  if (typeof version !== "string") throw new Refusal("package.json has no version.");
  return version;
}

/**
 * A manifest with another version, and not another byte: npm would rewrite the lock file and might resolve something else.
 * The version is the first to be named in all of them, before those of packages.
 */
export function withVersion(manifest: string, path: string, times: number, from: string, to: string): string {
  const parts = manifest.split(/("version": "[^"]*")/);
  const changed = parts.map((part, index) => {
    const isOurs = index % 2 === 1 && index < times * 2;
    if (!isOurs) return part;
    if (part !== `"version": "${from}"`) throw new Refusal(`${path} says ${part}, and package.json ${from}.`);
    return `"version": "${to}"`;
  });
  if (parts.length <= times * 2) throw new Refusal(`${path} does not say its version.`);
  return changed.join("");
}
