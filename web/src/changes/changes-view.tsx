import type { ViewProps } from "../view.ts";

export function ChangesView({ states }: ViewProps) {
  return (
    <>
      <h1>What changed</h1>
      <p>{states.map(({ name }) => name).join(", ")}</p>
    </>
  );
}
