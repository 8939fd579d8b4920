/** Progress of one stage of long work, in bytes, rows or lines. */
export interface Progress {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
}

export type OnProgress = (progress: Progress) => void;
