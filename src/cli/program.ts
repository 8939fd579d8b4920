import { Command, CommanderError } from "commander";
import { programVersion } from "../core/files/installation.ts";
import { isOutside } from "../core/runtime/failure.ts";
import {
  asCommand,
  type CommandIo,
  commandIo,
  type ExitCode,
  endWith,
  isWrongUsage,
  notify,
  wrongUsage,
} from "./command-io.ts";
import { addConfigurationFile, namesConfigurationFile, type ReadFile, settingsOf } from "./config-file-option.ts";
import { ARCHIVE_REMEDY, addBackup, addDatabase, addReleases, addServer } from "./server-commands.ts";

/**
 * Runs one command to its end and returns its exit code. The exit code, streams and variables of the process do not change. Relative paths
 * start from the folder of the process: it has only one.
 */
export async function run(argv: readonly string[], io: CommandIo): Promise<ExitCode> {
  return await asCommand(argv, io, async () => {
    try {
      refuseGoneVariables(io.env);
      const readFile = namesConfigurationFile(argv, io.env) ? await configurationFileReader() : null;
      const program = await ratebook(argv[0], readFile);
      await withVariables(io.env, () => program.parseAsync([...argv], { from: "user" }));
    } catch (error) {
      endWith(exitCodeFor(error));
    }
  });
}

async function configurationFileReader(): Promise<ReadFile> {
  return (await import("../serve/operations/configuration-file.ts")).readConfigurationFile;
}

/**
 * Commander reads variables from the process, and only while it parses, which is synchronous. So the variables of the process are exchanged
 * for that moment, which no other code of the process sees.
 */
function withVariables<Result>(env: NodeJS.ProcessEnv, parse: () => Result): Result {
  const ofProcess = process.env;
  process.env = env;
  try {
    return parse();
  } finally {
    process.env = ofProcess;
  }
}

/** Variables of earlier versions, for options of one run, without the prefix RATEBOOK_. */
const GONE_VARIABLES =
  `ACCEPT_SHRINK ARCHIVE AS_OF AUDIT_EXPECT CHANGES DATE DIFF_CLAIMS DIFF_CLAIMS_CSV DIFF_CSV DIFF_LIMIT DIFF_ON
  DIFF_SETTING DIFF_STATE DRY_RUN HTML INIT_STATES INTO JSON KEYS_OUT KEY_EXPIRES KEY_NAME KEY_OVERLAP KEY_RATE KEY_STATES LIST MAP OUT
  RELEASES_ACTIVATE RELEASES_KEEP REPRICE_BY REPRICE_COLUMNS REPRICE_COLUMNS_FILE REPRICE_COMPARE REPRICE_DRY_RUN REPRICE_EXPLAIN
  REPRICE_FIELDS REPRICE_FIRST_LINE REPRICE_FORCE REPRICE_HEADER_FILE REPRICE_NO_CHARGE_LIMIT REPRICE_OMIT_HEADER REPRICE_OUT
  REPRICE_PASS_THROUGH REPRICE_RESUME REPRICE_SHEET REPRICE_TOLERANCE REPRICE_WORKBOOK TEMPLATE USAGE_BY USAGE_CSV USAGE_FROM
  USAGE_KEY USAGE_TO`.split(/\s+/);

/** The command's part of a variable's name. */
const COMMAND_OF_VARIABLE = /^(?:AUDIT|DIFF|INIT|KEYS?|RELEASES|REPRICE|USAGE)_/;

/** A silently ignored variable would change what a command does. */
function refuseGoneVariables(env: NodeJS.ProcessEnv): void {
  const name = GONE_VARIABLES.find((each) => env[`RATEBOOK_${each}`]);
  if (name === undefined) return;
  const option = `--${name.replace(COMMAND_OF_VARIABLE, "").toLowerCase().replaceAll("_", "-")}`;
  const remedy = name === "ARCHIVE" ? ARCHIVE_REMEDY : `Write ${option} on the command line.`;
  throw wrongUsage(`The variable RATEBOOK_${name} is gone. ${remedy} Then unset the variable.`);
}

/** The exit code for an error. Commander has printed its own errors already. */
function exitCodeFor(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (isWrongUsage(error)) {
    notify(`error: ${error.message}`);
    return 2;
  }
  notify(`error: ${isOutside(error) ? error.message : mistake(error)}`);
  return 1;
}

/** Bugs keep their stack: a report needs it. */
function mistake(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Commands that stand together in the help. Their declarations are loaded when they are added. */
interface Group {
  readonly heading: string;
  add(program: Command): Promise<void> | void;
}

/** In the order of the help. */
const GROUPS: readonly Group[] = [
  { heading: "Run a server:", add: addServer },
  {
    heading: "Look prices up:",
    async add(program) {
      const { addLookups, addMedicare } = await import("./lookup-commands.ts");
      const { addPriceList } = await import("./price-list-commands.ts");
      addLookups(program);
      addPriceList(program);
      addMedicare(program);
    },
  },
  {
    heading: "Reprice claims:",
    async add(program) {
      const { addReprice, addWork } = await import("./reprice-commands.ts");
      addReprice(program);
      addWork(program);
    },
  },
  {
    heading: "Load and compare rates:",
    async add(program) {
      const { addDataset } = await import("./dataset-commands.ts");
      const { addDiff } = await import("./reprice-commands.ts");
      addDataset(program);
      addDiff(program);
    },
  },
  {
    heading: "Keys, usage and releases:",
    async add(program) {
      const { addAudit, addKeys, addUsage } = await import("./key-commands.ts");
      addKeys(program.command("keys").description("make, list, revoke, rotate, export and import API keys"));
      addUsage(program);
      addAudit(program.command("audit").description("show and verify the log of what was done to keys and servers"));
      addReleases(
        program.command("releases").description("keep the releases that nodes serve, and say which one they serve"),
      );
      addDatabase(program.command("database").description("prepare the PostgreSQL that nodes share"));
      addBackup(program);
    },
  },
  {
    heading: "Others:",
    async add(program) {
      const { addMcp, addVersion } = await import("./other-commands.ts");
      addMcp(program);
      addVersion(program);
    },
  },
];

/**
 * The commands as help shows them. A command's code is loaded when it runs, so that each starts fast. `requested`: only the groups up to
 * the one that has it are declared. Declarations of lookups load all states, and probes run `ready` every few seconds. `readFile` is
 * null if no configuration file is named; a file may set what other commands declare.
 */
export async function ratebook(requested?: string, readFile: ReadFile | null = null): Promise<Command> {
  if (requested !== undefined && readFile === null) {
    const part = await withCommand(requested);
    if (part !== null) return part;
  }
  // These two need all other commands.
  const { addCompletion } = await import("./other-commands.ts");
  const { addConfig } = await import("./other-commands.ts");
  const program = emptyProgram();
  for (const { heading, add } of GROUPS) await add(program.commandsGroup(heading));
  addCompletion(program);
  program.addHelpCommand(new Command("help").argument("[command]").description("show how a command is used"));
  const settings = settingsOf(program);
  addConfigurationFile(program, settings, readFile);
  addConfig(program.command("config").description("check and print the settings of an operator"), settings);
  return program;
}

/** A program with one command and its neighbours; null if no group has it. The last groups load least, but for servers. */
async function withCommand(requested: string): Promise<Command | null> {
  const [servers, ...others] = GROUPS;
  const program = emptyProgram();
  for (const group of [servers, ...others.reverse()]) {
    await group?.add(program);
    if (program.commands.every((command) => command.name() !== requested)) continue;
    addConfigurationFile(program, [], null);
    return program;
  }
  return null;
}

function emptyProgram(): Command {
  return (
    new Command("ratebook")
      .description("What a state's Medicaid program pays, with the calculation behind it.")
      .version(programVersion())
      // Messages quote a misspelt option with its value, and a superfluous argument.
      .configureOutput({
        writeOut: (text) => commandIo().stdout.write(text),
        writeErr: (text) => commandIo().stderr.write(text),
        outputError: (text, write) => write(withoutPasswords(text)),
      })
      .showHelpAfterError("Add --help to see how the command is used.")
      .exitOverride()
  );
}

/** Removes user and password from addresses, wherever in a line they end. */
function withoutPasswords(text: string): string {
  return text.replace(/:\/\/.*@/g, "://...@");
}
