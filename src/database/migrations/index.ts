import type { Migration } from "../migration.ts";
import { audit } from "./audit.ts";
import { changes } from "./changes.ts";
import { keys } from "./keys.ts";
import { limits } from "./limits.ts";
import { releases } from "./releases.ts";
import { repricing } from "./repricing.ts";
import { usage } from "./usage.ts";

/** In the order in which they are applied. New ones stand last; what has been released is never changed. */
export const MIGRATIONS: readonly Migration[] = [changes, keys, audit, releases, usage, limits, repricing];
