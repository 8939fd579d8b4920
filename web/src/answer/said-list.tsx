import type { Said } from "../../../src/answers/explanation/record-words.ts";

/** What is said of something, as terms and what they are. */
export function SaidList({ said }: { readonly said: readonly Said[] }) {
  return (
    <dl class="said">
      {said.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd class={label === "SHA-256" ? "hash" : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
