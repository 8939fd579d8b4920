const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const MEBIBYTE = 1024 * 1024;

/** Every limit of repricing over HTTP, with its reason. */
export const JOB_LIMITS = {
  /** A million lines of claims with thirty columns. */
  fileBytesMax: 256 * MEBIBYTE,

  /** What the command prices within minutes on two cores; a larger file is for the command. */
  linesMax: 1_000_000,

  /** Arriving, waiting or at work: one that is worked on and the next. */
  underWayPerKeyMax: 2,

  /** Under way or done and not yet deleted: enough for a day's files, little enough for the disk. */
  keptPerKeyMax: 10,

  /** Of all keys together: with full files, inputs and results stay within some 40 GB of disk. */
  keptMax: 40,

  /** A million lines take a tenth of it; what takes longer would keep all others waiting. */
  workMillisecondsMax: 30 * MINUTE,

  /** Looked at side by side in each process: each takes a core for a moment, and lookups need one too. */
  dryRunsMax: 2,

  /** The next ones in turn; with more of them the last one would wait longer than its time. */
  dryRunsWaitingMax: 10,

  /** Waiting included. The largest workbook is opened within seconds. */
  dryRunMillisecondsMax: MINUTE,

  /** Files of a key that may arrive beside those under way, to be looked at and no more. */
  dryRunsPerKeyMax: 1,

  /** From the end of the work on: time enough to download, and no more, since it is about patients. */
  keptMillisecondsMax: 60 * MINUTE,

  /** How often files are looked through for what has had its time, or has lost its process; and jobs under way are touched. */
  sweepMilliseconds: 30 * SECOND,

  /** A job under way that nobody has touched for so long has lost its process, wherever that was: ten times the interval. */
  silentMillisecondsMax: 5 * MINUTE,

  /** How often progress is written down, and looked whether another process has deleted the job. */
  progressMilliseconds: SECOND / 2,

  /** Long after every limit of arriving, waiting and working: a job that has not ended within a day is given up, whichever process has it. */
  underWayMillisecondsMax: 24 * 60 * MINUTE,

  /** Records that are read at once: the threads that read files for Node are shared with the release and with downloads. */
  readAtOnceMax: 8,

  /** A summary with three groupings of a thousand groups has some two; a browser shows it, and a client reads it at once. */
  summaryBytesMax: 4 * MEBIBYTE,

  /** What was said before the work began: columns, warnings. More than these nobody reads. */
  notesMax: 20,

  /** Longer than any sentence of ours; a heading that is quoted in one may be of any length. */
  noteLengthMax: 4_000,
} as const;
