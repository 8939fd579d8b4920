import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { faultText } from "../../dataset/fault.ts";
import { fingerprint } from "../../files/file-hash.ts";
import { makeFolders } from "../../files/writing.ts";
import { buildRelease } from "../../release/build.ts";
import { failure } from "../../runtime/failure.ts";
import { states } from "../../states/index.ts";
import { tell } from "../output.ts";

const OWNER_ONLY = 0o700;

/** Rooms of the source that have no say in what a release holds. */
const WITHOUT_SAY = ["cli", "http", "keys", "operations"];

/** The sample data as a release, compiled when the data or the code that compiles it has changed. */
export async function sampleRelease(root: string, work: string): Promise<string> {
  const dataset = join(root, "data", "sample");
  const out = join(work, "sample.db");
  const stamp = join(work, "sample.stamp");
  const wanted = fingerprint([dataset, ...compilingCode(root)]);
  if (existsSync(out) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return out;

  tell("ratebook: compiling the sample data");
  // Keys of a home are made below it.
  makeFolders(work, OWNER_ONLY);
  const built = await buildRelease({ dataset, out, states });
  if (!built.ok) throw failure(`The sample data is faulty:\n${built.faults.map(faultText).join("\n")}`);
  writeFileSync(stamp, wanted);
  return out;
}

/** In a clone, the rooms that compile; in a package, the program as a whole. */
function compilingCode(root: string): string[] {
  const source = join(root, "src");
  if (!existsSync(source)) return [join(root, "dist", "program")];
  return readdirSync(source)
    .filter((room) => !WITHOUT_SAY.includes(room))
    .map((room) => join(source, room));
}
