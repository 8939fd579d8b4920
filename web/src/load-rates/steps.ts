/* How real rates are loaded, as commands. `test/web/load-rates/steps.test.ts` reads each of them with the program itself. */

/** The ways to start Ratebook, and how its commands begin then. */
export const STARTED_WITH = [
  { id: "clone", title: "npm start, in a clone", command: "bin/ratebook" },
  { id: "clone-on-windows", title: "npm start, in a clone on Windows", command: "bin\\ratebook" },
  { id: "package", title: "npx ratebook start", command: "npx ratebook" },
  { id: "installed", title: "ratebook start", command: "ratebook" },
] as const;

/** The folder and the file that the steps write. */
const DATASET = "my-rates";
const RELEASE = "my-rates.db";

export interface Step {
  readonly title: string;
  readonly about: string;
  readonly commands: readonly string[];
  /** What to expect, or what to do next. */
  readonly next: string;
}

/** Rates of before, to compare with those in service. */
export function earlierRates(command: string): Step {
  return {
    title: "Earlier rates, to see what changed",
    about:
      "Ratebook keeps the rates that it served before. This adds others, such as those of January, from the file that a build wrote.",
    commands: [`${command} releases push january.db`],
    next: "What changed then offers them. Rates in service stay as they are.",
  };
}

/** The five steps for some states, by their codes. `command`: how commands of Ratebook begin on this machine. */
export function stepsFor(codes: readonly string[], command: string): readonly Step[] {
  const [first = "ca"] = codes;
  return [
    {
      title: "Make an empty dataset",
      about: "A dataset is a folder of tables. This one is made in the folder that your terminal is in.",
      commands: [`${command} init ${DATASET} --states ${codes.join(",")}`],
      next: "Run all commands on the machine that runs Ratebook, in the same folder.",
    },
    {
      title: "Download what your state publishes",
      about:
        "This lists the publications that the dataset needs, with the web page of each and the name to import it by.",
      commands: [`${command} status ${DATASET}`],
      next: "Download the files from those pages. Start with the providers; the fee schedule alone is enough for outpatient rates.",
    },
    {
      title: "Import each file",
      about:
        "Put the name from the list in place of NAME, and your file in place of FILE. The first command tries it and writes nothing.",
      commands: [
        `${command} import ${first}/NAME FILE --into ${DATASET} --dry-run`,
        `${command} import ${first}/NAME FILE --into ${DATASET}`,
      ],
      next: "The report counts the rows that were read, and names each row that was left out with the reason.",
    },
    {
      title: "Check and build",
      about: "The check lists every error with its file and line. The build writes one file to serve.",
      commands: [`${command} check ${DATASET}`, `${command} build ${DATASET} --out ${RELEASE}`],
      next: "Both end with the settings that are loaded.",
    },
    {
      title: "Serve it, with a key of your own",
      about: "Stop the sample first with Ctrl+C in its terminal. The first command prints a key once: keep it.",
      commands: [
        `${command} keys create --name me --states ${codes.join(",")}`,
        `${command} serve --release ${RELEASE}`,
      ],
      next: "Open this page again and sign in with the key. The band of test data is gone, and Coverage shows what is loaded.",
    },
  ];
}
