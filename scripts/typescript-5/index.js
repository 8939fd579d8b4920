// @ts-check
import { registerHooks } from "node:module";

/*
 * A process that imports this package gets TypeScript 5 for every import of "typescript": `node --import ratebook-typescript-5 PROGRAM`.
 * npm would put an alias of TypeScript 5 beside the compiler of the project, and both have a program `tsc`.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    /^typescript($|\/)/.test(specifier)
      ? next(specifier, { ...context, parentURL: import.meta.url })
      : next(specifier, context),
});
