const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const MEBIBYTE = 1024 * 1024;
const GIBIBYTE = 1024 * MEBIBYTE;

/** Every limit of repricing over HTTP, with its reason. */
export const JOB_LIMITS = {
  /** A million lines of claims with thirty columns. */
  fileBytesMax: 256 * MEBIBYTE,

  /** What the command prices within minutes on two cores; a larger file is for the command. */
  linesMax: 1_000_000,

  /** Arriving, waiting or at work: one that is worked on and the next. */
  underWayPerKeyMax: 2,

  /** Under way or done and not yet deleted. Bytes are what the disk runs out of; this keeps the list of a key short. */
  keptPerKeyMax: 100,

  /** Of all keys together: fifty keys with as many jobs as they may have. Their records are some megabytes, read once each. */
  keptMax: 5_000,

  /**
   * Results, rejected lines and workbook of one job. A million lines with thirty columns have one; a line that is answered with hundreds of
   * results can ask for hundreds of times its file.
   */
  resultBytesMax: 2 * GIBIBYTE,

  /** Files and results of a key's jobs: two of the largest at work, with their results. */
  bytesPerKeyMax: 5 * GIBIBYTE,

  /** The same of all keys: eight keys with as much as they may have. */
  bytesMax: 40 * GIBIBYTE,

  /** Left free on the disk of the home, whatever jobs ask for: keys are revoked, and logs written, on a disk that jobs have filled. */
  freeBytesMin: 64 * MEBIBYTE,

  /** Bytes that are received or written between two looks at the disk: with eight processes, half of what is left free. */
  bytesPerLookAtDisk: 4 * MEBIBYTE,

  /** A million lines take a tenth of it; what takes longer would keep all others waiting. */
  workMillisecondsMax: 30 * MINUTE,

  /** A file that has been worked on for so long gives its place to those of other keys that wait, and goes on afterwards. */
  turnMilliseconds: 2 * MINUTE,

  /**
   * What the heap of a thread may grow to, in MiB. Files are read piece by piece: a workbook with 1.8 million different
   * texts was read within 256. A thread that works on a job also holds the totals of its groups.
   */
  dryRunHeapMebibytesMax: 256,
  jobHeapMebibytesMax: 384,

  /** The same of the thread that prices for a job. A whole process with all states at full size takes 364 MB (deployment.md). */
  pricingHeapMebibytesMax: 384,

  /** Beside the heap of each thread, estimated: young objects (24), the packed bytes of a workbook (64), its code and buffers. */
  besideHeapMebibytes: 128,

  /** What all files of a process may take together, in MiB: one that is priced and one that is looked at. The others wait. */
  filesMebibytesMax: 1_408,

  /** Looked at side by side in each process, one of each key: each takes a core for a moment, and lookups need one too. */
  dryRunsMax: 2,

  /** The next ones in turn; with more of them the last one would wait longer than its time. */
  dryRunsWaitingMax: 10,

  /** Of one key: its own take turns, so more of them would wait longer than their time. */
  dryRunsWaitingPerKeyMax: 2,

  /** Waiting included. The largest workbook is opened within seconds. */
  dryRunMillisecondsMax: MINUTE,

  /** The same while files of other keys wait for a place: a file that is made to take its whole minute holds the others up no longer. */
  dryRunMillisecondsWhileOthersWait: 10 * SECOND,

  /** Files of a key that may arrive beside those under way, to be looked at and no more. */
  dryRunsPerKeyMax: 1,

  /** From the end of the work on: time enough to download, and no more, since it is about patients. */
  keptMillisecondsMax: 60 * MINUTE,

  /** How often files are looked through for what has had its time, or has lost its process; and jobs under way are touched. */
  sweepMilliseconds: 30 * SECOND,

  /** A job under way that nobody has touched for so long has lost its process, wherever that was: ten times the interval. */
  silentMillisecondsMax: 5 * MINUTE,

  /** How often progress is written down, and looked whether another process has deleted a job whose files are open here. */
  progressMilliseconds: SECOND / 2,

  /** A thread ends and a file is closed within milliseconds; a deletion is answered though one is not. */
  closingMillisecondsMax: SECOND,

  /** Long after every limit of arriving, waiting and working: a job that has not ended within a day is given up, whichever process has it. */
  underWayMillisecondsMax: 24 * 60 * MINUTE,

  /** Releases that are kept for jobs under way: a reload or two an hour. A link takes no room on the disk, a copy some 400 MB. */
  keptReleasesMax: 4,

  /**
   * A kept release that was touched within this time is not deleted: a job may be taking it. Processes touch the releases of their jobs with every
   * sweep, so this is twice that interval.
   */
  keptReleaseUntouchedMillisecondsMin: MINUTE,

  /** Linking a release takes a moment, copying it seconds; the client of an upload waits meanwhile. */
  keepReleaseMillisecondsMax: MINUTE,

  /**
   * Results, workbooks and rejected lines that a key downloads at once in each process. Each takes turns with lookups: the system takes some megabytes of
   * each at once, whether its client reads or not.
   */
  downloadsPerKeyMax: 8,

  /** The same of answers about jobs that have ended, which have up to 4 MiB: a client that asks about many jobs at once is answered. */
  endedJobAnswersPerKeyMax: 32,

  /** Records that are read at once: the threads that read files for Node are shared with the release and with downloads. */
  readAtOnceMax: 8,

  /** The shortest time between two looks at the disk for lists of jobs. Their clients wait for it; a page does not notice it. */
  listMilliseconds: SECOND / 10,

  /** Reasons of failed jobs that are in memory: the list of ten keys with as many jobs as they may have. The others are read. */
  reasonsInMemoryMax: 2_000,

  /** A summary with three groupings of a thousand groups has some two; a browser shows it, and a client reads it at once. */
  summaryBytesMax: 4 * MEBIBYTE,

  /** What was said before the work began: columns, warnings. More than these nobody reads. */
  notesMax: 20,

  /** Longer than any sentence of ours; a heading that is quoted in one may be of any length. */
  noteLengthMax: 4_000,
} as const;
