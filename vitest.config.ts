import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { lingui } from '@lingui/vite-plugin'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Whether the longest tests run too: `npm test -- --all`. */
const isWhole = process.env.TEST_ALL === '1'

/** Only with --all: each takes ten seconds and more for a way that few changes touch; parts of it are tested elsewhere in every run. */
const longWays = [
  'src/adapters/live-media/embedded/{embedded,forwarder}.test.ts',
  'src/adapters/transcoder/foreign-media.test.ts',
  // migrations that were released long ago change no more; `upgrade.test.ts` carries out those since 0.1.0 on a whole site
  'src/db/migrations/0[1-5][0-9]-*.test.ts',
  'src/features/live/media/faults.test.ts',
  'src/features/live/recording/killed-worker.test.ts',
  'test/{admin,quiz,upload}-process.test.ts',
  'test/live-recording.test.ts',
]

/**
 * The engine of the server's tests: PostgreSQL, as in production. `npm test` names the embedded database where there is no PostgreSQL.
 */
const engine = process.env.SERVER_ENGINE === 'embedded' ? 'embedded' : 'postgres'

/** Test files about the embedded database itself, or whose programs have it in any case: only there is a copy of the template for them. */
const ofEmbeddedAlone = ['src/db/open-database.test.ts', 'test/{admin-process,fuzz,operator-commands,process}.test.ts']

/**
 * Test files that run on the embedded database too: what its one connection may decide otherwise (transactions, the queue, events,
 * migrations, backups). The statements of all files are prepared there by `statements.test.ts`, the fuzzer uses each operation
 * there, and `--all` has every file on both, and all end-to-end tests on it.
 */
const ofEmbedded = [
  ...ofEmbeddedAlone,
  'src/app/config/kept-data.test.ts',
  'src/app/job-queue.test.ts',
  'src/cli/*.test.ts',
  'src/core/events/broadcast.test.ts',
  'src/core/{lease,transact}.test.ts',
  'src/db/*.test.ts',
  'src/db/migrations/upgrade.test.ts',
  'test/statements.test.ts',
]

/** Test files that have nothing to do on the embedded database: plans of its one session, races, and what several processes do at once. */
const ofServersAlone = [
  'src/adapters/rate-limits/postgres.test.ts',
  'src/app/shared-limits.test.ts',
  'src/db/text-indexes.test.ts',
  'src/features/ledger/plans.test.ts',
  'src/features/payouts/runs/plans.test.ts',
  'src/features/sales/settlement/{killed,two-processes}.test.ts',
  'test/list-plans.test.ts',
  // each carries out all migrations twice, which the embedded database does for every template too: four seconds of the processor there
  ...(isWhole ? [] : ['src/db/migrations/[0-9]*.test.ts']),
]
for (const pattern of [...longWays, ...ofEmbedded, ...ofServersAlone]) requireEach(pattern)

/** Throws when a pattern, with any of its alternatives, names no file: one that was moved would no longer run there. */
function requireEach(pattern: string): void {
  const [before = '', alternatives, after = ''] = pattern.split(/[{}]/)
  for (const one of alternatives?.split(',') ?? [''])
    if (globSync(`${before}${one}${after}`, { cwd: join(import.meta.dirname, 'server') }).length === 0)
      throw new Error(`vitest.config.ts: there is no test file ${before}${one}${after}; name where it is now`)
}

/** Files that take longest, the longest first: a worker that begins with one near the end would be waited for. */
const longest = [
  'fuzz.test.ts',
  'durability.test.ts',
  'watchdog.test.ts',
  'embedded-postgres/src/start.test.ts',
  'server/test/process.test.ts',
  'killed.test.ts',
  'hostile-media.test.ts',
  'money-interleavings.test.ts',
  'backup.test.ts',
  'list-plans.test.ts',
  'operator-commands.test.ts',
  'connection-limits.test.ts',
  'live-media/janus/janus.test.ts',
  'transcoder/ffmpeg.test.ts',
  'lifecycle.test.ts',
]

/** Keeps the files of a project together, as Vitest does, since they share a process. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((end) => moduleId.endsWith(end))
      return found < 0 ? longest.length : found
    }
    const byProject = Map.groupBy(sorted, ({ project }) => project.name)
    return [...byProject.values()].flatMap((own) => own.sort((a, b) => place(a) - place(b)))
  }
}

const everyFile = ['{src,test}/**/*.test.ts']

/** How long `expect.poll` waits, in milliseconds: by default a second, which a busy machine may need for one answer. */
const patient = { expect: { poll: { timeout: 20_000 } } }

/** Workers of the projects whose files wait more than they compute. They run first, by themselves: behind them the server's keep all cores busy. */
const waiting = { maxWorkers: Math.min(8, Math.max(5, availableParallelism() + 2)), sequence: { groupOrder: 0 } }

// The server's tests are two projects: all files on PostgreSQL, and some of them on the embedded database once more.
export default defineConfig({
  test: {
    // The default on two cores is one; much of the time a test waits for its database, a timer or a process. Each takes half a GiB.
    maxWorkers: Math.min(6, Math.max(3, availableParallelism())),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...patient,
          ...waiting,
          name: 'embedded-postgres',
          root: 'embedded-postgres',
          include: ['src/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...patient,
          ...waiting,
          name: 'contract',
          root: 'contract',
          include: ['src/**/*.test.ts'],
          isolate: false,
        },
      },
      server('server', engine, { groupOrder: 1, exclude: engine === 'postgres' ? ofEmbeddedAlone : ofServersAlone }),
      // after the first, whose statements it prepares
      server('server-embedded', 'embedded', {
        groupOrder: 2,
        include: isWhole ? everyFile : ofEmbedded,
        exclude: ofServersAlone,
      }),
      {
        // the words of components are written as macros
        plugins: [lingui({ macroTransform: true, configPath: join(import.meta.dirname, 'lingui.config.ts') })],
        test: {
          ...patient,
          name: 'web',
          root: 'web',
          sequence: { groupOrder: 1 },
          include: ['**/*.test.{ts,tsx}'],
          setupFiles: ['src/lib/text/fixtures.tsx'],
          // Nearly all the time of a file was to import React and the components again; each puts back what it replaces.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...patient,
          ...waiting,
          name: 'scripts',
          root: 'scripts',
          include: ['**/*.test.ts'],
          testTimeout: 120_000,
          isolate: false,
        },
      },
    ],
  },
})

type Files = { groupOrder: number; include?: string[]; exclude: string[] }

function server(name: string, on: 'embedded' | 'postgres', { groupOrder, include = everyFile, exclude }: Files) {
  return {
    test: {
      ...patient,
      name,
      root: 'server',
      include,
      exclude: isWhole ? exclude : [...exclude, ...longWays],
      env: { TEST_ENGINE: on },
      sequence: { groupOrder },
      globalSetup: './test/support/vitest/global-setup.ts',
      setupFiles: './test/support/vitest/record-runs.ts',
      // Importing the server costs more than most files test; no file changes what it imports.
      isolate: false,
      testTimeout: 120_000,
      // A file starts its database in a hook; on a busy machine that takes its time.
      hookTimeout: 120_000,
    },
  }
}
