import { Command, CommanderError } from "commander";
import { programVersion } from "../core/files/installation.ts";
import { isOutside } from "../core/runtime/failure.ts";
import { asCommand, type CommandIo, commandIo, type ExitCode, endWith, isWrongUsage, notify } from "./command-io.ts";
import { addBackup, addDatabase, addReleases, addServer } from "./server-commands.ts";

/**
 * Runs one command to its end and returns its exit code. The exit code, streams and variables of the process do not change. Relative paths
 * start from the folder of the process: it has only one.
 */
export async function run(argv: readonly string[], io: CommandIo): Promise<ExitCode> {
  return await asCommand(argv, io, async () => {
    try {
      const program = await ratebook(argv[0]);
      await withVariables(io.env, () => program.parseAsync([...argv], { from: "user" }));
    } catch (error) {
      endWith(exitCodeFor(error));
    }
  });
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
 * the one that has it are declared. Declarations of lookups load all states.
 */
export async function ratebook(requested?: string): Promise<Command> {
  if (requested !== undefined) {
    const part = await withCommand(requested);
    if (part !== null) return part;
  }
  const program = emptyProgram();
  for (const { heading, add } of GROUPS) await add(program.commandsGroup(heading));
  program.addHelpCommand(new Command("help").argument("[command]").description("show how a command is used"));
  return program;
}

/** A program with one command and its neighbours; null if no group has it. The last groups load least, but for servers. */
async function withCommand(requested: string): Promise<Command | null> {
  const [servers, ...others] = GROUPS;
  const program = emptyProgram();
  for (const group of [servers, ...others.reverse()]) {
    await group?.add(program);
    if (program.commands.some((command) => command.name() === requested)) return program;
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
