import type { Command } from "commander";
import {
  databaseSetting,
  homeSetting,
  serverSettings,
  staleAfterSetting,
  timeZoneSetting,
} from "../operations/configuration.ts";
import { example, lazily } from "./command-parts.ts";
import { localReleaseSetting } from "./mcp-options.ts";
import { jsonOption, optionFor, startPortSetting, workSetting } from "./options.ts";

/** The commands that run a server, and the one that looks whether one could run. */
export function addServer(program: Command): void {
  program
    .command("start")
    .description("serve the sample data on this machine, with a demo key and lookups to try")
    .addOption(optionFor(workSetting))
    .addOption(optionFor(startPortSetting))
    .addHelpText("after", example("ratebook start --port 8081"))
    .action(lazily(async () => (await import("./commands/start.ts")).start));

  const serve = program.command("serve").description("answer requests over HTTP until told to stop");
  for (const setting of Object.values(serverSettings)) serve.addOption(optionFor(setting));
  serve
    .addHelpText("after", example("ratebook serve --release rates.db --home /var/lib/ratebook --port 8080 --workers 4"))
    .action(lazily(async () => (await import("./commands/serve.ts")).serve));

  program
    .command("reload")
    .description("have the running servers of a home take up the release at their path anew")
    .addOption(optionFor(homeSetting))
    .addOption(jsonOption("print the outcome as JSON"))
    .addHelpText(
      "after",
      example("ratebook build data/2027 --out rates.db && ratebook reload --home /var/lib/ratebook"),
    )
    .action(lazily(async () => (await import("./commands/reload.ts")).reload));
  addDoctor(program);
}

/** Told the same as `serve`, and by the same variables, it looks at what that would find. */
function addDoctor(program: Command): void {
  const { home, host, port, workers } = serverSettings;
  const doctor = program
    .command("doctor")
    .description("look at everything that a server needs and say what to do; exits with 1 when it could not serve");
  const examined = [
    home,
    localReleaseSetting,
    databaseSetting,
    host,
    port,
    workers,
    timeZoneSetting,
    staleAfterSetting,
  ];
  for (const setting of examined) doctor.addOption(optionFor(setting));
  doctor
    .addOption(jsonOption("print the findings as JSON"))
    .addHelpText("after", example("ratebook doctor --home /var/lib/ratebook --release rates.db"))
    .action(lazily(async () => (await import("./commands/doctor.ts")).doctor));
}
