import { setTimeout as wait } from "node:timers/promises";
import {
  claimsCsv,
  claimsWithGroups,
  tinyClaims,
  workbookOfEntities,
  workbookOfFormats,
} from "../../fire/claim-files.ts";
import type { Answer } from "../../fire/http.ts";
import { isJob, type Job, JobClient } from "../../fire/job-client.ts";
import { type Attack, outcome, type Target } from "./attack.ts";

const DRY_RUN = { dry_run: "true" };
/** Files that one key may have on the server. */
const JOBS_PER_KEY_MAX = 10;
/** One fewer of each of four keys leaves room for the file of another. */
const SUMMARIES_PER_KEY = 9;
/** What a client with a small file waits for on a quiet machine, whatever others have sent. */
const VICTIM_MILLISECONDS_MAX = 10_000;
/** The longest wait for a job of one line. */
const JOB_MILLISECONDS_MAX = 120_000;

/** Jobs of each key whose summaries are as long as they get, and a client whose uploads and looks pass by them. */
export const largeSummaries: Attack = {
  prepare: async (target) => {
    const file = claimsWithGroups(2_000, 8, 120_000);
    await each(target.keys, (key) =>
      using(target, key, (client) => filled(client, file, { by: "Group" }, SUMMARIES_PER_KEY)),
    );
  },
  attack: async (target) => {
    const counts = new Map<string, number>();
    const deadline = performance.now() + target.milliseconds;
    const note = ({ status }: Answer, what: string) => {
      counts.set(`${what} ${status}`, (counts.get(`${what} ${status}`) ?? 0) + 1);
    };
    await using(target, target.victimKey, async (client) => {
      while (performance.now() < deadline) {
        const sent = await client.upload(tinyClaims());
        note(sent, "upload");
        if (sent.status === 202) {
          const { id } = JSON.parse(sent.body) as Job;
          note(await client.show(id), "look");
          note(await client.list(), "list");
          note(await client.delete(id), "delete");
        }
        await wait(100);
      }
    });
    return outcome({ notes: [...counts].map(([what, count]) => `${what}: ${count}`) });
  },
};

/** Three workbooks of one text each, by three keys at once. */
export const entityWorkbooks: Attack = {
  attack: async (target) => {
    const file = workbookOfEntities(700);
    const answers = await Promise.all(
      target.keys
        .slice(0, 3)
        .map((key) => using(target, key, (client) => client.upload(file, DRY_RUN).catch(asBroken))),
    );
    const slowest = Math.max(...answers.map(({ milliseconds }) => milliseconds));
    return outcome({ notes: [`${file.length} bytes each`, statuses(answers), `slowest ${Math.round(slowest)} ms`] });
  },
};

/** One key has workbooks looked at that take long to read; another one has a small file. */
export const numberFormats: Attack = {
  attack: async (target) => {
    const file = workbookOfFormats(20_000);
    const [key = ""] = target.keys;
    let isOver = false;
    const hog = async (): Promise<readonly Answer[]> => {
      const answers: Answer[] = [];
      while (!isOver) {
        answers.push(await using(target, key, (client) => client.upload(file, DRY_RUN).catch(asBroken)));
        await wait(100);
      }
      return answers;
    };
    const hogs = [hog(), hog(), hog()];
    await wait(1_000);
    const look = () =>
      using(target, target.victimKey, (client) => client.upload(tinyClaims(), DRY_RUN).catch(asBroken));
    const first = await look();
    await wait(Math.max(0, target.milliseconds - first.milliseconds));
    isOver = true;
    const victims = [first, await look()];
    const answers = (await Promise.all(hogs)).flat();
    const problems = victims.flatMap(({ status, body }) =>
      status === 200 ? [] : [`a small file of another key is answered ${status}: ${body.slice(0, 200)}`],
    );
    const slowest = Math.max(...victims.map(({ milliseconds }) => milliseconds));
    const late = `a small file of another key waited for ${Math.round(slowest)} ms`;
    const notes = [statuses(answers), late];
    return outcome({ notes, problems, delays: slowest > VICTIM_MILLISECONDS_MAX ? [late] : [] });
  },
};

/** Every key of the attacker has as many jobs as it may; another one comes with its first. */
export const tinyFiles: Attack = {
  attack: async (target) => {
    await each(target.keys, (key) =>
      using(target, key, (client) => filled(client, tinyClaims(), {}, JOBS_PER_KEY_MAX)),
    );
    return await using(target, target.victimKey, async (client) => {
      const sent = await client.upload(tinyClaims());
      if (sent.status !== 202) {
        return outcome({ problems: [`a file of another key is answered ${sent.status}: ${sent.body.slice(0, 200)}`] });
      }
      const ended = await client.ended((JSON.parse(sent.body) as Job).id, JOB_MILLISECONDS_MAX);
      const isDone = isJob(ended) && ended.status === "done";
      return outcome({ problems: isDone ? [] : ["a file of another key is not priced"] });
    });
  },
};

/** One key sends two long files, another one a short one: that is not to wait for both. */
export const longFiles: Attack = {
  attack: async (target) => {
    const file = claimsCsv(60_000);
    return await using(target, target.keys[0] ?? "", async (hog) => {
      const sent = [await hog.upload(file), await hog.upload(file)];
      const last = sent.at(-1) as Answer;
      if (last.status !== 202) return outcome({ notes: [statuses(sent)] });
      const started = performance.now();
      return await using(target, target.victimKey, async (victim) => {
        const { id } = JSON.parse((await victim.upload(tinyClaims())).body) as Job;
        const ended = await victim.ended(id, 10 * JOB_MILLISECONDS_MAX);
        const waited = `a short file of another key waited for ${Math.round(performance.now() - started)} ms`;
        if (!isJob(ended) || ended.status !== "done") return outcome({ problems: [`${waited} and is not priced`] });
        const second = JSON.parse((await hog.show((JSON.parse(last.body) as Job).id)).body) as Job;
        const problems = second.status === "done" ? [`${waited}: longer than both long ones of one key`] : [];
        return outcome({ notes: [statuses(sent), waited], problems });
      });
    });
  },
};

/** Uploads until the key has so many jobs, or is refused for a reason that does not pass. */
async function filled(
  client: JobClient,
  file: string,
  fields: Readonly<Record<string, string>>,
  count: number,
): Promise<void> {
  const deadline = performance.now() + 5 * JOB_MILLISECONDS_MAX;
  let accepted = 0;
  while (accepted < count && performance.now() < deadline) {
    const { status, body } = await client.upload(file, fields);
    if (status === 202) {
      accepted += 1;
      await client.ended((JSON.parse(body) as Job).id, JOB_MILLISECONDS_MAX);
    } else if (status !== 429 && status !== 503) return;
    else await wait(1_000);
  }
}

async function using<Result>(
  { port }: Target,
  key: string,
  use: (client: JobClient) => Promise<Result>,
): Promise<Result> {
  const client = new JobClient(port, key);
  try {
    return await use(client);
  } finally {
    client.close();
  }
}

async function each<Item>(items: readonly Item[], act: (item: Item) => Promise<unknown>): Promise<void> {
  await Promise.all(items.map(act));
}

function asBroken({ message }: Error): Answer {
  return { status: 0, headers: {}, body: message, milliseconds: 0 };
}

function statuses(answers: readonly Answer[]): string {
  return `answered ${answers.map(({ status }) => status).join(", ") || "nothing"}`;
}
