/**
 * What logs and metrics learn about a request: facts from bounded sets, its duration and identifiers of our own.
 * There is no field for a URL, query, body, header, `reference_id` or key, so none of them can get there.
 */
export interface ServedRequest {
  readonly requestId: string;
  /** The pattern of the path, never the path. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly state: string | null;
  readonly setting: string | null;
  readonly problem: string | null;
  readonly durationMilliseconds: number;
  readonly lookups: number;
  /** Results of them that carry a price. */
  readonly priced: number;
  readonly keyId: string | null;
}
