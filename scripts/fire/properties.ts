import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Scene } from "./scene.ts";
import { runTests } from "./tests.ts";
import { ROOT } from "./workspace.ts";

/** Requests made from the OpenAPI document come first. */
const FIRST = "test/serve/http/openapi-requests";
const FILES_AT_ONCE = 4;
/** So much of the time belongs to one property: all of them together take about the whole on two cores. */
const SHARE_OF_PROPERTY = 1 / 60;

/** The properties of the suite, with as many runs as there is time for; the order of the files is that of the seed. */
export const properties: Scene = async (stage) => {
  const deadline = performance.now() + stage.seconds * 1_000;
  const waiting = filesWithProperties();
  const next = () => waiting.splice(stage.random.whole(waiting.length), 1)[0] as string;
  let some = [FIRST];
  do {
    while (some.length < FILES_AT_ONCE && waiting.length > 0) some.push(next());
    await runTests(stage, some, Math.max(1, Math.round(stage.seconds * SHARE_OF_PROPERTY)));
    some = [];
  } while (waiting.length > 0 && performance.now() < deadline);
  if (waiting.length > 0) stage.notify(`no time was left for ${waiting.length} files; other seeds have other orders`);
};

/** Files that take their runs from test/support/property-runs.ts. */
function filesWithProperties(): string[] {
  const files = readdirSync(join(ROOT, "test"), { recursive: true, encoding: "utf8" }).map((name) => `test/${name}`);
  const isOne = (file: string) => /\bfc\.assert\(/.test(readFileSync(join(ROOT, file), "utf8"));
  return files.filter((file) => file.endsWith(".test.ts") && !file.startsWith(FIRST) && isOne(file)).sort();
}
