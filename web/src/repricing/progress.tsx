interface ProgressProps {
  readonly what: string;
  readonly done: number;
  readonly total: number;
  readonly detail: string;
}

/** How far something is, as a bar and in words. */
export function Progress({ what, done, total, detail }: ProgressProps) {
  return (
    <div class="progress">
      <p role="status">{what} ...</p>
      <progress aria-label={what} value={done} max={Math.max(total, 1)} />
      <p class="hint">{detail}</p>
    </div>
  );
}
