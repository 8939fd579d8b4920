const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const MEBIBYTE = 1024 * 1024;
const GIBIBYTE = 1024 * MEBIBYTE;

/** Every limit of repricing over HTTP, with its reason. */
export const JOB_LIMITS = {
  /** A million lines of claims with thirty columns. */
  fileBytesMax: 256 * MEBIBYTE,

  /** A ZIP of remittances, unpacked: four times the largest file. Without a limit, a small ZIP could keep a thread busy for its whole time. */
  unpackedBytesMax: GIBIBYTE,

  /** What the command prices within minutes on two cores; larger files are for the command. */
  linesMax: 1_000_000,

  /** Lines with a variance that can be paged. More are no list to page through: the results and the workbook have them all. */
  variancesMax: 100_000,

  /** Arriving, waiting or in work: one in work and the next. */
  underWayPerKeyMax: 2,

  /** In progress, or ended and not yet deleted. This keeps the list of a key short. At the limit, the job that ended first is deleted. */
  keptPerKeyMax: 100,

  /** Characters of a file name that a job keeps: a list shows it, and no file system has longer names. */
  fileNameCharactersMax: 255,

  /** All keys together: fifty keys with as many jobs as they may have. Their records are some megabytes, read once each. */
  keptMax: 5_000,

  /**
   * Results, rejected lines and workbook of one job. A million lines with thirty columns take about half of it; a line with hundreds of
   * results can need hundreds of times its file.
   */
  resultBytesMax: 2 * GIBIBYTE,

  /** Files and results of a key's jobs: two of the largest at work, with their results. */
  bytesPerKeyMax: 5 * GIBIBYTE,

  /** Files and results of all keys: eight keys with as much as they may have. */
  bytesMax: 40 * GIBIBYTE,

  /** Left free on the disk of the home: keys must be revoked, and logs written, on a disk that jobs have filled. */
  freeBytesMin: 64 * MEBIBYTE,

  /** Bytes received or written between two checks of the disk: with eight processes, half of what is left free. */
  bytesPerLookAtDisk: 4 * MEBIBYTE,

  /** A million lines take a tenth of it; longer work would keep all others waiting. */
  workMillisecondsMax: 30 * MINUTE,

  /** After this time a file gives its place to waiting files of other keys, and continues afterwards. */
  turnMilliseconds: 2 * MINUTE,

  /**
   * Heap limit of a thread, in MiB. Files are read piece by piece: a workbook with 1.8 million different texts needed less than
   * 256. The thread of a job also holds the totals of its groups.
   */
  dryRunHeapMebibytesMax: 256,
  jobHeapMebibytesMax: 384,

  /** Heap limit of the thread that prices for a job. A whole process with all states at full size takes 364 MB (deployment.md). */
  pricingHeapMebibytesMax: 384,

  /** Memory beside the heap of each thread, estimated: young objects (24), the packed bytes of a workbook (64), code and buffers. */
  besideHeapMebibytes: 128,

  /** Memory for all files of a process, in MiB: one that is priced and one that is previewed. The others wait. */
  filesMebibytesMax: 1_408,

  /** Previews side by side in each process, one per key: each takes a core for a moment, and lookups need one too. */
  dryRunsMax: 2,

  /** Waiting previews; with more of them the last one would wait longer than its time. */
  dryRunsWaitingMax: 10,

  /** Waiting previews of one key: they take turns, so more of them would wait longer than their time. */
  dryRunsWaitingPerKeyMax: 2,

  /** Includes the waiting. The largest workbook is opened within seconds. */
  dryRunMillisecondsMax: MINUTE,

  /** Time of a preview while files of other keys wait: a file built to take its whole minute delays them no longer than this. */
  dryRunMillisecondsWhileOthersWait: 10 * SECOND,

  /** Uploads of a key for previews, beside those to be priced. */
  dryRunsPerKeyMax: 1,

  /** From the end of the work: enough to download, and no more, since results are about patients. */
  keptMillisecondsMax: 60 * MINUTE,

  /** How often expired and abandoned jobs are deleted, and jobs in progress are touched. */
  sweepMilliseconds: 30 * SECOND,

  /** A job in progress without a heartbeat for so long has lost its process: ten times the interval. */
  silentMillisecondsMax: 5 * MINUTE,

  /** How often progress is written, and open jobs are checked for deletion by another process. */
  progressMilliseconds: SECOND / 2,

  /** A thread ends and a file closes within milliseconds. After this time a deletion is answered anyway. */
  closingMillisecondsMax: SECOND,

  /** Longer than every limit of arriving, waiting and working: a job that has not ended within a day is given up. */
  underWayMillisecondsMax: 24 * 60 * MINUTE,

  /** Releases kept for jobs in progress: a reload or two an hour. A link takes no disk space, a copy some 400 MB. */
  keptReleasesMax: 4,

  /**
   * A kept release that was touched within this time is not deleted: a job may be taking it. Processes touch the releases of
   * their jobs with every sweep, so this is twice that interval.
   */
  keptReleaseUntouchedMillisecondsMin: MINUTE,

  /** Linking a release takes a moment, copying it seconds; the uploading client waits. */
  keepReleaseMillisecondsMax: MINUTE,

  /**
   * Downloads of a key at once in each process. Downloads share the process with lookups: the system buffers some megabytes of each at
   * once, whether its client reads or not.
   */
  downloadsPerKeyMax: 8,

  /** Lines of one appeal packet: some hundred pages in print. Each is a lookup with its explanation. */
  packetLinesMax: 50,

  /** Lines with a variance in one answer: a page of a list. */
  variancesPerPageMax: 200,

  /** Answers about finished jobs at once, each up to 4 MiB: a client that requests many jobs at once is answered. */
  endedJobAnswersPerKeyMax: 32,

  /** Records read at once: Node's file threads are shared with the release and with downloads. */
  readAtOnceMax: 8,

  /** The shortest time between two scans of the disk for lists of jobs. A page does not notice this delay. */
  listMilliseconds: SECOND / 10,

  /** Failure reasons in memory: the lists of ten keys with as many jobs as they may have. The others are read from the disk. */
  reasonsInMemoryMax: 2_000,

  /** A summary with three groupings of a thousand groups has some two; a browser shows it, and a client reads it at once. */
  summaryBytesMax: 4 * MEBIBYTE,

  /** Notes from before the work began: columns, warnings. An analyst does not read more. */
  notesMax: 20,

  /** Longer than any sentence of the program; a quoted heading can have any length. */
  noteLengthMax: 4_000,
} as const;
