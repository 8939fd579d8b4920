// @ts-check
import { createRequire, registerHooks } from "node:module";

/*
 * A process that imports this package gets TypeScript 5 for every import of "typescript": `node --import ratebook-typescript-5 PROGRAM`.
 * npm would put an alias of TypeScript 5 beside the compiler of the project, and both have a program `tsc`.
 */
const { resolve } = createRequire(import.meta.url);
const PATHS = new Map(["typescript", "typescript/package.json"].map((name) => [name, resolve(name)]));

registerHooks({ resolve: (specifier, context, next) => next(PATHS.get(specifier) ?? specifier, context) });
