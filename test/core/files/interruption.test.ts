import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { expect, it } from "vitest";

const MODULE = resolve(import.meta.dirname, "../../../src/core/files/interruption.ts");

it.each(["SIGINT", "SIGTERM"] as const)("everything is undone on %s, and the program ends by it", async (signal) => {
  const program = `
    import { undoneWhenInterrupted } from ${JSON.stringify(MODULE)};
    const say = (text) => () => process.stdout.write(text);
    undoneWhenInterrupted(say("one "));
    const forget = undoneWhenInterrupted(say("forgotten "));
    undoneWhenInterrupted(say("two "));
    forget();
    setInterval(() => undefined, 1000);
    process.stdout.write("ready ");
  `;
  const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", program]);
  let said = "";
  child.stdout.on("data", (text) => {
    said += text;
  });
  await once(child.stdout, "data");
  child.kill(signal);
  expect(await once(child, "exit")).toEqual([null, signal]);
  expect(said).toBe("ready one two ");
});
