import { useRef, useState } from "preact/hooks";
import { JOB_LIMITS } from "../../../src/reprice/limits.ts";
import type { Problem } from "../api/ask.ts";
import type { CatalogueSetting, CatalogueState } from "../api/ready.ts";
import { labelOf } from "../words/names.ts";
import { IDS } from "./control-ids.ts";
import type { Draft } from "./order-state.ts";

interface ChooseFileProps {
  readonly states: readonly CatalogueState[];
  readonly chosen: { readonly state: CatalogueState; readonly setting: CatalogueSetting };
  readonly draft: Draft;
  /** Whether the file is a remittance (835), which can have its claims beside it. */
  readonly isRemittance: boolean;
  readonly isLocked: boolean;
  readonly onChange: (changes: Partial<Draft>) => void;
}

/** Whose claims they are, the file, and of a remittance the file with its claims. */
export function ChooseFile({ states, chosen, draft, isRemittance, isLocked, onChange }: ChooseFileProps) {
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
      <FileBox
        id={IDS.file}
        title="File of claims"
        label={draft.file === null ? "Choose a file, or drop it here" : "Choose another file"}
        accept=".csv,.tsv,.txt,.xlsx,.835,.837,.x12,.edi,.zip"
        file={draft.file}
        isLocked={isLocked}
        onFile={(file) => onChange({ file })}
      />
      {isRemittance || draft.claims !== null ? (
        <FileBox
          id={IDS.claims}
          title="Claims of this remittance"
          label="Claims of this remittance (837), optional"
          hint="They add what a remittance leaves out, such as the age of a patient, the discharge status or the place of service."
          accept=".837,.x12,.edi,.txt,.zip"
          file={draft.claims}
          isLocked={isLocked}
          onFile={(claims) => onChange({ claims })}
          onRemove={() => onChange({ claims: null })}
        />
      ) : null}
    </div>
  );
}

interface FileBoxProps {
  readonly id: string;
  readonly title: string;
  readonly label: string;
  readonly hint?: string;
  readonly accept: string;
  readonly file: File | null;
  readonly isLocked: boolean;
  readonly onFile: (file: File) => void;
  /** Of a file that can be left out. */
  readonly onRemove?: () => void;
}

/** A file to choose. Dropping it is an extra: the input does the same. */
function FileBox({ id, title, label, hint = "", accept, file, isLocked, onFile, onRemove }: FileBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);

  function take(files: FileList | null | undefined) {
    const taken = files?.[0];
    if (taken !== undefined && !isLocked) onFile(taken);
  }

  return (
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
      <legend class="unseen">{title}</legend>
      <label for={id}>{label}</label>
      {hint === "" ? null : (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <input
        id={id}
        ref={input}
        type="file"
        accept={accept}
        aria-describedby={hint === "" ? undefined : `${id}-hint`}
        disabled={isLocked}
        // Or choosing the same file again, corrected meanwhile, would change nothing.
        onClick={({ currentTarget }) => {
          currentTarget.value = "";
        }}
        onChange={({ currentTarget }) => take(currentTarget.files)}
      />
      <p role="status" class="file-name">
        {file === null ? "" : `${file.name}, ${sizeText(file.size)}`}
      </p>
      {file === null || onRemove === undefined ? null : (
        <button
          type="button"
          class="quiet"
          disabled={isLocked}
          onClick={() => {
            if (input.current !== null) input.current.value = "";
            // The button goes with the file: the focus stays in the box.
            input.current?.focus();
            onRemove();
          }}
        >
          Leave out {file.name}
        </button>
      )}
    </fieldset>
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

/** A file that the service would refuse need not be sent. `claims`: the bytes of a second file, which count with it. */
export function tooLarge(bytes: number, claims = 0): Problem | null {
  const total = bytes + claims;
  if (total <= JOB_LIMITS.fileBytesMax) return null;
  return {
    status: 413,
    code: "payload_too_large",
    title: "The file is too large",
    detail: `It has ${sizeText(total)}, and a file may have ${SIZE_LIMIT}. Split it into several files.`,
  };
}
