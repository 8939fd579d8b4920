import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addEarlierSample } from "../../src/cli/sample.ts";
import { failure, isOutside } from "../../src/core/runtime/failure.ts";
import { Explorer } from "../../test/web/support/explorer.ts";
import { SCENES, type Scene } from "./scenes.ts";

/*
 * npm run screenshots: the pictures of docs/images, of the page as it is now on the sample. Names take those alone:
 * npm run screenshots -- look-up no-rate
 */

const root = join(import.meta.dirname, "..", "..");
const images = join(root, "docs", "images");

/** Every clone of the repository includes all of them; a window full of text has 180 KB. */
const PICTURE_BYTES_MAX = 200_000;

function chosenScenes(names: readonly string[]): readonly Scene[] {
  const unknown = names.filter((name) => !SCENES.some((scene) => scene.name === name));
  if (unknown.length > 0) {
    const known = SCENES.map(({ name }) => name).join(", ");
    throw failure(`There is no picture "${unknown.join('", "')}". The pictures are: ${known}.`);
  }
  return names.length === 0 ? SCENES : SCENES.filter(({ name }) => names.includes(name));
}

/** The picture as PNG. A page that does what no page of ours may do is not for show. */
async function taken(explorer: Explorer, { path, window = {}, until }: Scene): Promise<Buffer> {
  const { page, mistakes, close } = await explorer.open(path, { reducedMotion: "reduce", ...window });
  await until(page);
  // Nothing is marked by a pointer that was left there.
  await page.mouse.move(0, 0);
  // What comes after the first sight: names of providers, charts below.
  await page.waitForLoadState("networkidle");
  const picture = await page.screenshot({ animations: "disabled", caret: "hide" });
  await close();
  if (mistakes.length > 0) throw failure(`${path}: ${mistakes.join("; ")}`);
  return picture;
}

async function take(scenes: readonly Scene[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ratebook-screenshots-"));
  try {
    const explorer = await Explorer.start();
    try {
      await addEarlierSample(root, explorer.releasesFolder);
      mkdirSync(images, { recursive: true });
      for (const scene of scenes) {
        const picture = await taken(explorer, scene);
        if (picture.length > PICTURE_BYTES_MAX) {
          throw failure(`${scene.name}.png has ${picture.length} bytes, more than ${PICTURE_BYTES_MAX}.`);
        }
        writeFileSync(join(images, `${scene.name}.png`), picture);
        process.stdout.write(`docs/images/${scene.name}.png\n`);
      }
    } finally {
      await explorer.end();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  await take(chosenScenes(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${isOutside(error) ? `error: ${error.message}` : (error as Error).stack}\n`);
  process.exitCode = 1;
}
