import type { Pace } from "../api/pace.ts";

interface WaitingProps {
  readonly of: { readonly state: string; readonly pace?: Pace };
  /** What is being done, as a sentence without its full stop: "Looking the price up". */
  readonly what: string;
}

/** Says what is being done once it takes longer than a blink. */
export function Waiting({ of, what }: WaitingProps) {
  const isSaid = of.pace !== undefined && of.pace !== "brief";
  return (
    <p class="waiting" role="status">
      {isSaid ? `${what} ...` : ""}
      {of.pace === "slow" ? " It takes longer than usual; it is still at it." : ""}
      {of.pace === "limited" ? " The key has reached its limit; it is asked again in a few seconds." : ""}
    </p>
  );
}
