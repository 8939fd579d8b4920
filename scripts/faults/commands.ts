import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codesOf, compiled, madeKey, providerValues } from "../fire/sample.ts";
import type { Workspace } from "../fire/workspace.ts";
import { smallDataset } from "../fuzz/small-dataset.ts";

/** A command that is to be interrupted, and the files that it works on. */
export interface Command {
  readonly name: string;
  /** Its arguments, for files in this folder. */
  readonly args: (folder: string) => readonly string[];
  /** What it is called with to go on after it was interrupted. */
  readonly again: (folder: string) => readonly string[];
}

/** Lines of the file that is repriced: enough for several checkpoints. */
const CLAIMS = 6_000;

const NUCC = `Code,Grouping,Classification,Specialization,Display Name
207Q00000X,Physicians,Family Medicine,,Family doctor
282N00000X,Hospitals,General Acute Care Hospital,,Hospital
`;

/** Makes the files that every command starts from; a function that makes a copy of them. */
export async function startingFiles(workspace: Workspace): Promise<(folder: string) => void> {
  const template = workspace.fresh("template");
  const dataset = await smallDataset("ca", join(template, "dataset"));
  await compiled(join(template, "rates.db"), dataset);
  writeFileSync(
    join(dataset, "dataset.json"),
    JSON.stringify({ name: "small", version: "2", description: "The next one.", sources: [] }),
  );
  writeFileSync(join(template, "nucc_taxonomy_261.csv"), NUCC);
  writeFileSync(join(template, "claims.csv"), claims());
  await madeKey(workspace, join(template, "home"));
  return (folder) => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    cpSync(template, folder, { recursive: true });
  };
}

function claims(): string {
  const [codes, npis] = [codesOf("ca", "outpatient"), providerValues("ca", "npi")];
  const lines = Array.from({ length: CLAIMS }, (_, place) =>
    [`claim-${place}`, npis[place % npis.length], codes[place % codes.length], "2026-10-01"].join(","),
  );
  return `claim,npi,billing_code,date_of_service\n${lines.join("\n")}\n`;
}

function repricing(folder: string): readonly string[] {
  const files = [
    join(folder, "claims.csv"),
    "--release",
    join(folder, "rates.db"),
    "--out",
    join(folder, "repriced.csv"),
  ];
  return ["reprice", "ca", "outpatient", ...files, "--workers", "1"];
}

/** An interrupted run that has a checkpoint is resumed; one that has not come so far begins again. */
function goingOn(folder: string): readonly string[] {
  const isBegun = existsSync(join(folder, "repriced.csv.progress"));
  return [...repricing(folder), isBegun ? "--resume" : "--force"];
}

function simple(name: string, args: (folder: string) => readonly string[]): Command {
  return { name, args, again: args };
}

/** Every command that writes, and `check`, which only reads; `keyId` is the key of the home that they start from. */
export function commands(keyId: string): readonly Command[] {
  const home = (folder: string) => ["--home", join(folder, "home")];
  return [
    simple("build", (folder) => ["build", join(folder, "dataset"), "--out", join(folder, "rates.db")]),
    simple("import", (folder) => [
      "import",
      "federal/nucc",
      join(folder, "nucc_taxonomy_261.csv"),
      "--into",
      join(folder, "dataset"),
    ]),
    simple("check", (folder) => ["check", join(folder, "dataset")]),
    simple("diff", (folder) => [
      "diff",
      join(folder, "rates.db"),
      join(folder, "rates.db"),
      "--csv",
      join(folder, "changes.csv"),
    ]),
    { name: "reprice", args: repricing, again: goingOn },
    simple("keys create", (folder) => ["keys", "create", "--name", "n", "--states", "ca", ...home(folder)]),
    simple("keys rotate", (folder) => ["keys", "rotate", keyId, ...home(folder)]),
    simple("keys revoke", (folder) => ["keys", "revoke", keyId, ...home(folder)]),
  ];
}
