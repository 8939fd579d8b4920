import { useState } from "preact/hooks";

const CSV = "text/csv";

interface CsvLinkProps {
  /** The API's address of the lookup, which answers CSV to whoever asks for it. */
  readonly path: string;
}

/** Saves the API's own CSV of a lookup: a link cannot say which form of an answer it wants. */
export function CsvLink({ path }: CsvLinkProps) {
  const [said, setSaid] = useState("");
  async function save() {
    const response = await fetch(path, { headers: { accept: CSV }, credentials: "same-origin" }).catch(() => null);
    if (!response?.ok || response.headers.get("content-type")?.startsWith(CSV) !== true) {
      setSaid("It could not be had as CSV. Try again, or take the JSON.");
      return;
    }
    const address = URL.createObjectURL(await response.blob());
    const link = document.createElement("a");
    link.href = address;
    link.download = "rate.csv";
    link.click();
    URL.revokeObjectURL(address);
    setSaid("Saved");
  }
  return (
    <>
      <button type="button" class="quiet" onClick={save}>
        As CSV
      </button>
      <span role="status">{said}</span>
    </>
  );
}
