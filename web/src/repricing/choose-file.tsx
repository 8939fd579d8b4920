import { useRef, useState } from "preact/hooks";
import { JOB_LIMITS } from "../../../src/reprice/jobs/limits.ts";
import type { Problem } from "../api/ask.ts";
import type { CatalogueSetting, CatalogueState } from "../api/ready.ts";
import { labelOf } from "../words/names.ts";
import { IDS } from "./control-ids.ts";
import type { Draft } from "./order-state.ts";

interface ChooseFileProps {
  readonly states: readonly CatalogueState[];
  readonly chosen: { readonly state: CatalogueState; readonly setting: CatalogueSetting };
  readonly draft: Draft;
  readonly isLocked: boolean;
  readonly onChange: (changes: Partial<Draft>) => void;
}

/** Whose claims they are, and the file. Dropping it is an extra: the input does the same. */
export function ChooseFile({ states, chosen, draft, isLocked, onChange }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);

  function take(files: FileList | null | undefined) {
    const file = files?.[0];
    if (file !== undefined && !isLocked) onChange({ file });
  }

  return (
    <div class="choose">
      <div class="field">
        <label for={IDS.state}>State</label>
        <select
          id={IDS.state}
          value={chosen.state.code}
          disabled={isLocked}
          onChange={({ currentTarget }) => onChange({ state: currentTarget.value, setting: null })}
        >
          {states.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for={IDS.setting}>Setting</label>
        <select
          id={IDS.setting}
          value={chosen.setting.setting}
          disabled={isLocked}
          onChange={({ currentTarget }) => onChange({ state: chosen.state.code, setting: currentTarget.value })}
        >
          {chosen.state.settings.map(({ setting }) => (
            <option key={setting} value={setting}>
              {labelOf(setting)}
            </option>
          ))}
        </select>
      </div>
      <fieldset
        class={isOver ? "drop drop-over" : "drop"}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          const files = event.dataTransfer?.files;
          // The input then says its name, as if it had been chosen there.
          if (input.current !== null && files !== undefined && files.length === 1) input.current.files = files;
          take(files);
        }}
      >
        <legend class="unseen">File of claims</legend>
        <label for={IDS.file}>{draft.file === null ? "Choose a file, or drop it here" : "Choose another file"}</label>
        <input
          id={IDS.file}
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,.835,.837,.x12,.edi,.zip"
          disabled={isLocked}
          // Or choosing the same file again, corrected meanwhile, would change nothing.
          onClick={({ currentTarget }) => {
            currentTarget.value = "";
          }}
          onChange={({ currentTarget }) => take(currentTarget.files)}
        />
        <p role="status" class="file-name">
          {draft.file === null ? "" : `${draft.file.name}, ${sizeText(draft.file.size)}`}
        </p>
      </fieldset>
    </div>
  );
}

const UNITS = ["bytes", "KB", "MB", "GB"] as const;
const STEP = 1024;

/** "812 bytes", "1.4 MB" */
export function sizeText(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= STEP && unit < UNITS.length - 1) {
    size /= STEP;
    unit += 1;
  }
  const figure = unit === 0 || size >= 100 ? Math.round(size).toLocaleString("en-US") : size.toFixed(1);
  return `${figure.replace(/\.0$/, "")} ${UNITS[unit]}`;
}

/** What the service takes, in words: said before a file is sent. */
export const SIZE_LIMIT = `up to ${sizeText(JOB_LIMITS.fileBytesMax)} and ${JOB_LIMITS.linesMax.toLocaleString("en-US")} lines`;

/** A file that the service would refuse need not be sent. */
export function tooLarge(bytes: number): Problem | null {
  if (bytes <= JOB_LIMITS.fileBytesMax) return null;
  return {
    status: 413,
    code: "payload_too_large",
    title: "The file is too large",
    detail: `It has ${sizeText(bytes)}, and a file may have ${SIZE_LIMIT}. Split it into several files.`,
  };
}
