// @ts-check

/**
 * What `node scripts/run.mjs NAME` can do. The module exports `run(args)`, or a function of the name in `run`.
 * @type {Record<string, { summary: string, module: string, run?: string }>}
 */
export const TASKS = {
  start: { summary: 'build what is stale and serve the web app and the API', module: './start.ts' },
  build: { summary: 'install packages and build the web app, before a start', module: './start.ts', run: 'build' },
  runbooks: {
    summary: 'run the commands of the runbooks as they are printed: as root on Debian, in a namespace of its own',
    module: './runbooks/run.ts',
  },
  dev: { summary: 'the same, restarting and reloading as files change', module: './dev.ts' },
  test: {
    summary: 'run every suite, or those named with the files that match: npm test -- server courses',
    module: './test.ts',
  },
  check: { summary: 'types, lint, format and generated documents', module: './checks/checks.ts' },
  e2e: {
    summary: 'the end-to-end tests; --cluster for several processes; other arguments go to Playwright',
    module: './e2e.ts',
  },
  bench: { summary: 'benchmarks; arguments name them', module: './bench.ts' },
  fuzz: { summary: 'attack every call of the API; --seed, --requests, --url', module: './fuzz.ts' },
  format: { summary: 'format and fix what can be fixed', module: './run-programs.ts', run: 'format' },
  messages: {
    summary: 'collect the texts of the sources in locales/*.po, for translators',
    module: './run-programs.ts',
    run: 'collectMessages',
  },
  docs: {
    summary: 'write the documents that are made from the code (--check: compare only)',
    module: './checks/docs.ts',
  },
  screenshots: {
    summary: "take the README's pictures again, or those that are named: npm run screenshots -- home learning",
    module: './screenshots.ts',
  },
  'db:new': { summary: 'NAME: begin a migration', module: './db-new.ts' },
  'db:shell': {
    summary: 'psql, or a plain prompt, on the database in use; arguments go to psql: npm run db:shell -- -c "select 1"',
    module: './run-programs.ts',
    run: 'openShell',
  },
  backup: {
    summary: 'FOLDER: back up database and media; --previous links the media of an earlier backup',
    module: './run-programs.ts',
    run: 'backUp',
  },
  restore: {
    summary: 'FOLDER: restore a backup into an empty place; --check only reads it',
    module: './run-programs.ts',
    run: 'restore',
  },
  'media:check': {
    summary: 'compare the media store with the database and remove what no row names; --dry-run only tells',
    module: './run-programs.ts',
    run: 'checkMedia',
  },
  'bank-details:forget': {
    summary: 'delete bank details whose secret was lost; --anyway does it',
    module: './run-programs.ts',
    run: 'deleteBankDetails',
  },
  'admin:invite': {
    summary: 'ADDRESS: print (and mail) a link that makes an admin',
    module: './run-programs.ts',
    run: 'inviteAdmin',
  },
  'admin:factors': {
    summary: 'ADDRESS: remove the second step of an account whose owner has lost it',
    module: './run-programs.ts',
    run: 'removeFactors',
  },
}

/** The sentence for a missing or unknown task. @param {string | undefined} name */
export function taskHelp(name) {
  const width = Math.max(...Object.keys(TASKS).map((task) => task.length))
  const lines = Object.entries(TASKS).map(([task, { summary }]) => `  ${task.padEnd(width)}  ${summary}`)
  return [name ? `There is no task "${name}". There are:` : 'Name a task:', ...lines].join('\n')
}
