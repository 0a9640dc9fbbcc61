/** A benchmark program of its own, `npm run bench -- NAME`; every other name is a case of `run.ts`. */
export type Program = {
  name: string
  summary: string
  /** below bench/ */
  file: string
  /** whether it starts the server with its built pages */
  needsWeb?: true
}

export const programs: readonly Program[] = [
  { name: 'abuse', file: 'abuse/run.ts', needsWeb: true, summary: 'what one client can do to the others' },
  {
    name: 'scale',
    file: 'scale/run.ts',
    needsWeb: true,
    summary: 'what calls and pages cost in shops of 1,000 to 50,000 courses',
  },
  {
    name: 'cluster',
    file: 'cluster/run.ts',
    needsWeb: true,
    summary: 'failures, rolling restart and mixed load of several processes behind nginx',
  },
  {
    name: 'images',
    file: 'images.ts',
    needsWeb: true,
    summary: 'memory and CPU time of one uploaded image, by format',
  },
  {
    name: 'ladder',
    file: 'ladder/run.ts',
    summary: 'the qualities of a video beside plain ffmpeg, four at once, and a killed worker',
  },
  {
    name: 'live-class',
    file: 'live-class/run.ts',
    summary: 'L11: a class of up to 300 receivers through Janus, by our server and by a plain client of Janus',
  },
  {
    name: 'live-forwarder',
    file: 'live-forwarder/run.ts',
    summary: 'the forwarder of live sessions: joins, lost packets, and memory over half an hour',
  },
  {
    name: 'live-recording',
    file: 'live-recording.ts',
    summary: 'the mix of a recording of three hours: memory, disk and time of the worker',
  },
  {
    name: 'marks-table',
    file: 'marks-table.ts',
    needsWeb: true,
    summary:
      'marks of 1,000 students at 60 entries: the page in a browser, the table that leaves, and one that comes in',
  },
  {
    name: 'messaging',
    file: 'messaging.ts',
    summary: 'rate limits and messages between processes: memory, PostgreSQL and Redis',
  },
  {
    name: 'money',
    file: 'money/run.ts',
    summary: 'settlements with and without the ledger; pages, check and deletions over 1,000,000 entries',
  },
  { name: 'page-bytes', file: 'page-bytes.ts', needsWeb: true, summary: 'bytes that a first page fetches by itself' },
  {
    name: 'passages',
    file: 'passages/run.ts',
    summary: 'which second of which lecture answers a question: the search in lectures beside plain ones',
  },
  {
    name: 'playback',
    file: 'player/playback.ts',
    needsWeb: true,
    summary: 'lectures on slow lines: first picture, stalls, quality, as a stream and as one file',
  },
  {
    name: 'player-sizes',
    file: 'player/sizes.ts',
    needsWeb: true,
    summary: 'bytes and accessibility of player libraries beside ours',
  },
  {
    name: 'published-list',
    file: 'scale/published-list.ts',
    summary: 'the list of all courses at 1,000 to 50,000 courses, warm and after a change',
  },
  {
    name: 'quizzes',
    file: 'quizzes.ts',
    needsWeb: true,
    summary: 'a class that answers and hands in a quiz within a minute, beside readers of the site',
  },
  {
    name: 'standard-parts',
    file: 'standard-parts.ts',
    summary: 'CPU time of security headers, ours and those of a plugin',
  },
  {
    name: 'search',
    file: 'search/run.ts',
    summary: 'quality and times of the search on the evaluation sets',
  },
  { name: 'search-sizes', file: 'search/many.ts', summary: 'the search in catalogues of 1,000 to 50,000 courses' },
  {
    name: 'search-sure',
    file: 'search/sure.ts',
    summary: 'how sure the search is of sense and nonsense, by catalogue',
  },
  { name: 'search-choices', file: 'search/choices.ts', summary: 'what reading "not", "or" and "vs" changes, by set' },
  { name: 'search-spelling', file: 'search/spelling.ts', summary: 'the index of typos against SymSpell' },
  { name: 'search-flood', file: 'search/flood.ts', summary: 'searches of one client beside a flood of another' },
  { name: 'search-queries', file: 'search/print-queries.ts', summary: 'prints queries of an evaluation set' },
  { name: 'search-fit', file: 'search/fit.ts', summary: 'fits the ranking; writes data/model.json' },
  {
    name: 'passages-sizes',
    file: 'passages/scale.ts',
    summary: 'times, memory and disk of the search inside lectures at 1,000 to 50,000 of them',
  },
  {
    name: 'passages-fit',
    file: 'passages/fit.ts',
    summary: 'fits the search inside lectures; writes data/model.json',
  },
  {
    name: 'search-train-reader',
    file: 'search/reader/train.ts',
    summary: 'trains the reader of questions; with --write it writes data/reader.bin',
  },
  {
    name: 'search-sentences',
    file: 'search/sentences.ts',
    summary: "makes the vectors of the lexicon's sentences; writes data/sentence-vectors.bin",
  },
  {
    name: 'search-fit-assistant',
    file: 'search/fit-assistant.ts',
    summary: 'fits the recogniser of messages; writes data/recogniser.json',
  },
  {
    name: 'assistant',
    file: 'assistant/run.ts',
    summary: 'what the built-in assistant answers to 200 messages, judged by the facts of a shop',
  },
  {
    name: 'assistant-titles',
    file: 'assistant/titles.ts',
    summary: 'whether every course of a catalogue is found by its title, and its time',
  },
  {
    name: 'start',
    file: 'start.ts',
    summary: 'the first start in a fresh clone: stages, and the time to the first pages',
  },
  {
    name: 'uploads',
    file: 'uploads.ts',
    needsWeb: true,
    summary: 'a video in parts, interrupted by a silent line, a closed client and a killed server; memory, both stores',
  },
]
