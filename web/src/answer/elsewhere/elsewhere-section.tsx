import { useRef, useState } from "preact/hooks";
import { type Lookup, ratePath } from "../../look-up/lookup.ts";
import { BYTE_ORDER_MARK, CopyButton } from "../../parts/buttons.tsx";
import { PageToPrint } from "./page-to-print.tsx";
import "./elsewhere.css";

/** The lookup for a program, a spreadsheet or paper. */
export function ElsewhereSection({ lookup }: { readonly lookup: Lookup }) {
  const snippets = snippetsOf(lookup, location.origin);
  const [chosen, setChosen] = useState(0);
  const tabs = useRef<HTMLDivElement>(null);
  const shown = snippets[chosen] ?? snippets[0];

  /** Arrow keys go from tab to tab (ARIA tabs pattern); Tab leaves them. */
  function move(event: KeyboardEvent) {
    const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (chosen + step + snippets.length) % snippets.length;
    setChosen(next);
    tabs.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  }

  return (
    <section class="elsewhere" aria-labelledby="elsewhere-title">
      <h2 id="elsewhere-title">Download, or use it in code</h2>
      <p class="elsewhere-links">
        <PageToPrint lookup={lookup} />
        <CsvLink path={ratePath(lookup, "")} />
        <a href={ratePath(lookup, "")}>As JSON</a>
      </p>
      <div ref={tabs} class="tabs" role="tablist" aria-labelledby="elsewhere-title" onKeyDown={move}>
        {snippets.map(({ name }, place) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={place === chosen}
            aria-controls="snippet"
            tabIndex={place === chosen ? 0 : -1}
            onClick={() => setChosen(place)}
          >
            {name}
          </button>
        ))}
      </div>
      <div id="snippet" role="tabpanel" aria-labelledby={`tab-${shown?.name}`}>
        {/* Long lines scroll by themselves, also by keyboard. */}
        <pre class="to-copy" tabIndex={0}>
          <code>{shown?.text}</code>
        </pre>
        <CopyButton text={shown?.text ?? ""} what={`the ${shown?.name} code of this rate`} />
      </div>
    </section>
  );
}

const CSV = "text/csv";

interface CsvLinkProps {
  /** The API's address of the lookup, which also answers CSV. */
  readonly path: string;
}

/** Saves the API's own CSV of a lookup: a link cannot request a format. */
function CsvLink({ path }: CsvLinkProps) {
  const [said, setSaid] = useState("");
  async function save() {
    const response = await fetch(path, { headers: { accept: CSV }, credentials: "same-origin" }).catch(() => null);
    if (!response?.ok || response.headers.get("content-type")?.startsWith(CSV) !== true) {
      setSaid("The CSV could not be loaded. Try again, or use the JSON.");
      return;
    }
    const address = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, await response.blob()], { type: CSV }));
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

/** The lookup as a program's code. */
interface Snippet {
  readonly name: string;
  readonly text: string;
}

/** The lookup as code. The key is never in the text: it comes from the environment. */
export function snippetsOf(lookup: Lookup, origin: string): readonly Snippet[] {
  const address = origin + ratePath(lookup, "");
  return [
    { name: "curl", text: curlText(address) },
    { name: "TypeScript", text: typescriptText(lookup, origin) },
    { name: "Python", text: pythonText(address) },
  ];
}

/** The address is made of percent-encoded values, which hold no quote, dollar sign or backslash. */
function curlText(address: string): string {
  return `curl -H "Authorization: Bearer $RATEBOOK_API_KEY" \\\n  '${address}'\n`;
}

/** The package is in no registry, so the lines install it from a clone (client/README.md). */
const CLIENT_FROM_A_CLONE = [
  "// The client comes with a clone of Ratebook. There: npm run client",
  "// In your project: npm install PATH_OF_THE_CLONE/client",
];

function typescriptText({ state, setting, fields }: Lookup, origin: string): string {
  const request = Object.entries(fields).map(([name, value]) => `  ${name}: ${literal(name, value, setting)},\n`);
  return [
    ...CLIENT_FROM_A_CLONE,
    'import { Ratebook } from "ratebook-client";\n',
    `const ratebook = new Ratebook({ baseUrl: ${JSON.stringify(origin)}, apiKey: process.env.RATEBOOK_API_KEY ?? "" });`,
    `const { answer } = await ratebook.price("${state.code}", "${setting.setting}", {\n${request.join("")}});`,
    "console.log(answer[0]?.payment_rate, answer[0]?.calculation_method);\n",
  ].join("\n");
}

/** Flags and counts are typed in the client; amounts and codes stay texts, so that no digit is lost. */
function literal(name: string, value: string, { parameters }: Lookup["setting"]): string {
  const schema = parameters.find((each) => each.name === name)?.schema;
  const type = typeof schema === "object" && schema !== null && "type" in schema ? schema.type : null;
  if (type === "boolean" && (value === "true" || value === "false")) return value;
  return type === "integer" && /^(?:0|[1-9][0-9]*)$/.test(value) ? value : JSON.stringify(value);
}

function pythonText(address: string): string {
  return [
    "import json, os, urllib.request\n",
    "request = urllib.request.Request(",
    `    ${JSON.stringify(address)},`,
    '    headers={"Authorization": "Bearer " + os.environ["RATEBOOK_API_KEY"]},',
    ")",
    "with urllib.request.urlopen(request, timeout=30) as answer:",
    "    for result in json.load(answer):",
    '        print(result["payment_rate"], result["calculation_method"])\n',
  ].join("\n");
}
