/** How far one stage of a long piece of work has come, in whatever it counts: bytes, rows, lines. */
export interface Progress {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
}

export type OnProgress = (progress: Progress) => void;
