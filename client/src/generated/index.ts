/* Made by npm run client-types from the declarations that serve requests. Do not edit. */

export type * from "./ca.ts";
export type * from "./contract.ts";
export type * from "./fl.ts";
export type * from "./ga.ts";
export type * from "./ny.ts";
export type * from "./shared.ts";
