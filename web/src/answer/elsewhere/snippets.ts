import type { Lookup } from "../../look-up/lookup.ts";
import { ratePath } from "../../look-up/lookup.ts";

/** The same lookup for a program. */
interface Snippet {
  readonly name: string;
  readonly text: string;
}

/** The lookup as programs ask it. The key is never in the text: it comes from the environment, as it should. */
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
  return `curl -H "Authorization: Bearer $RATEBOOK_KEY" \\\n  '${address}'\n`;
}

/** The package is in no registry: whoever copies the lines would look for it in vain (client/README.md). */
const CLIENT_FROM_A_CLONE = [
  "// The client comes with a clone of Ratebook. There: npm run client",
  "// In your project: npm install PATH_OF_THE_CLONE/client",
];

function typescriptText({ state, setting, fields }: Lookup, origin: string): string {
  const request = Object.entries(fields).map(([name, value]) => `  ${name}: ${literal(name, value, setting)},\n`);
  return [
    ...CLIENT_FROM_A_CLONE,
    'import { Ratebook } from "ratebook-client";\n',
    `const ratebook = new Ratebook({ baseUrl: ${JSON.stringify(origin)}, apiKey: process.env.RATEBOOK_KEY ?? "" });`,
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
    '    headers={"Authorization": "Bearer " + os.environ["RATEBOOK_KEY"]},',
    ")",
    "with urllib.request.urlopen(request, timeout=30) as answer:",
    "    for result in json.load(answer):",
    '        print(result["payment_rate"], result["calculation_method"])\n',
  ].join("\n");
}
