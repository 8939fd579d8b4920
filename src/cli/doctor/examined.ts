import type { ServerChoices } from "../../operations/configuration.ts";

/** The service that is examined: what `serve` would be told. */
export interface Examined
  extends Pick<ServerChoices, "home" | "host" | "port" | "workers" | "timeZone" | "staleAfter"> {
  /** Null: the active one of the database or of the home. */
  readonly release: string | null;
  readonly database: string | null;
}
