import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { faultText } from "../../src/dataset/fault.ts";
import { failure } from "../../src/reading/failure.ts";
import { buildRelease } from "../../src/release/build.ts";
import { states } from "../../src/states/index.ts";
import { fingerprint } from "../fingerprint.ts";

/** Rooms of the source that have no say in what a release holds. */
const WITHOUT_SAY = ["cli", "http", "keys", "operations"];

/** The sample data as a release, compiled when the data or the code that compiles it has changed. */
export async function sampleRelease(root: string, work: string): Promise<string> {
  const dataset = join(root, "data", "sample");
  const out = join(work, "sample.db");
  const stamp = join(work, "sample.stamp");
  const wanted = fingerprint([dataset, ...compilingRooms(join(root, "src"))]);
  if (existsSync(out) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return out;

  process.stderr.write("ratebook: compiling the sample data\n");
  mkdirSync(work, { recursive: true });
  const built = await buildRelease({ dataset, out, states });
  if (!built.ok) throw failure(`The sample data is faulty:\n${built.faults.map(faultText).join("\n")}`);
  writeFileSync(stamp, wanted);
  return out;
}

function compilingRooms(source: string): string[] {
  return readdirSync(source)
    .filter((room) => !WITHOUT_SAY.includes(room))
    .map((room) => join(source, room));
}
