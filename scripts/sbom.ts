import { readFileSync } from "node:fs";
import { join } from "node:path";

/*
 * npm run sbom: every package of the product, from the lock file alone, as CycloneDX. npm's own command leaves out what a
 * production package shares with a development one, and development packages whose code the built page contains.
 */

interface Locked {
  readonly name?: string;
  readonly version: string;
  readonly license?: string;
  readonly integrity: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

const FOLDER = "node_modules/";

/** Development packages whose code is in `web/dist`, and so in the product: the library of the page, and `/docs`. */
const IN_PAGE = ["preact", "swagger-ui-dist"].map((name) => FOLDER + name);
const root = join(import.meta.dirname, "..");
const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const { "": product, ...installed } = packages;

function component(folder: string, { name, version, license, integrity, optional }: Locked) {
  const [algorithm, digest = ""] = integrity.split("-");
  // A package may be installed under another name than its own.
  const ownName = name ?? folder.slice(folder.lastIndexOf(FOLDER) + FOLDER.length);
  return {
    type: "library",
    "bom-ref": folder,
    name: ownName,
    version,
    purl: `pkg:npm/${ownName.replace("@", "%40")}@${version}`,
    scope: optional ? "optional" : "required",
    licenses: license === undefined ? [] : [{ expression: license }],
    hashes: [{ alg: algorithm?.replace("sha", "SHA-"), content: Buffer.from(digest, "base64").toString("hex") }],
  };
}

const components = Object.entries(installed)
  .filter(([folder, { dev }]) => dev !== true || IN_PAGE.includes(folder))
  .map(([folder, locked]) => component(folder, locked));

console.log(
  JSON.stringify(
    {
      bomFormat: "CycloneDX",
      specVersion: "1.5",
      version: 1,
      metadata: { component: { type: "application", name: product?.name, version: product?.version } },
      components,
    },
    null,
    2,
  ),
);
