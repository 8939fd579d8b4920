import { useState } from "preact/hooks";

const SAID_MILLISECONDS = 2_000;

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, for those who do not see what stands beside it. */
  readonly what: string;
}

/** Copies a text, and says so. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [said, setSaid] = useState("");
  async function copy() {
    // Only secure and loopback addresses have a clipboard; elsewhere the text can be marked and copied by hand.
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    setSaid(isCopied ? "Copied" : "Mark and copy it by hand");
    setTimeout(() => setSaid(""), SAID_MILLISECONDS);
  }
  return (
    <span class="copy">
      <button type="button" class="quiet" onClick={copy}>
        Copy<span class="unseen"> {what}</span>
      </button>
      <span role="status">{said}</span>
    </span>
  );
}
