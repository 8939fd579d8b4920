/**
 * What logs and metrics learn about a request: facts from bounded sets, its duration and identifiers of our own.
 * There is no field for a URL, query, body, header, `reference_id` or key, so none of them can get there.
 */
export interface ServedRequest {
  readonly requestId: string;
  /** The pattern of the path, such as `/api/v1/:state/outpatient/rate`, never the path; `*` when it is none of ours. */
  readonly route: string;
  /** `?` when the request was too malformed to have one. */
  readonly method: string;
  readonly status: number;
  readonly state: string | null;
  readonly setting: string | null;
  readonly problem: string | null;
  /** From the arrival of the headers until the answer was handed to the socket. */
  readonly durationMilliseconds: number;
  /** Rate lookups answered: 1, the items of a batch, or 0 for everything else. */
  readonly lookups: number;
  /** Results of them that carry a price. */
  readonly priced: number;
  readonly keyId: string | null;
}
