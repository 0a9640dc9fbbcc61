// @ts-check

/** @type {Record<string, { summary: string, module: string }>} what `node scripts/run.mjs NAME` can do; each module exports `run(args)` */
export const TASKS = {
  start: { summary: 'build what is stale and serve the web app and the API', module: './start.ts' },
  dev: { summary: 'the same, restarting and reloading as files change', module: './dev.ts' },
  test: { summary: 'run every suite, or only those named: npm test -- check server web', module: './test.ts' },
  check: { summary: 'types, lint, format and generated documents', module: './check.ts' },
  e2e: { summary: 'the browser journeys; arguments go to Playwright', module: './e2e.ts' },
  bench: { summary: 'benchmarks; arguments name them', module: './bench.ts' },
  fuzz: { summary: 'attack every call of the API; --seed, --requests, --url', module: './fuzz.ts' },
  format: { summary: 'format and fix what can be fixed', module: './format.ts' },
  docs: { summary: 'write the documents that are made from the code (--check: compare only)', module: './docs.ts' },
  'db:new': { summary: 'NAME: begin a migration', module: './db-new.ts' },
  'db:export': { summary: 'FILE: write the whole database to a file', module: './db-export.ts' },
  'admin:invite': { summary: 'ADDRESS: print (and mail) a link that makes an admin', module: './admin-invite.ts' },
  'db:import': { summary: 'FILE: fill an empty database from a file', module: './db-import.ts' },
}

/** The sentence for a missing or unknown task. @param {string | undefined} name */
export function taskHelp(name) {
  const width = Math.max(...Object.keys(TASKS).map((task) => task.length))
  const lines = Object.entries(TASKS).map(([task, { summary }]) => `  ${task.padEnd(width)}  ${summary}`)
  return [name ? `There is no task "${name}". There are:` : 'Name a task:', ...lines].join('\n')
}
