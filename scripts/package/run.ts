import { statSync } from "node:fs";
import { join } from "node:path";
import { makePackage } from "./make.ts";

/* npm run package: the product as a package of npm, dist/ratebook-<version>.tgz. */

const root = join(import.meta.dirname, "..", "..");
const file = await makePackage(root, join(root, "dist"));
console.log(`${file} (${(statSync(file).size / 1e6).toFixed(1)} MB); install it with: npm install ${file}`);
