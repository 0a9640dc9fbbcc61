import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { lingui } from '@lingui/vite-plugin'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Whether the longest tests run too: `npm test -- --all`. */
const isWhole = process.env.TEST_ALL === '1'

/**
 * Test files that a PostgreSQL server can decide otherwise than the embedded database, which has one connection and no other process:
 * transactions that race, locks, notifications between processes, the queue, the planner, migrations, backups, money. The statements
 * of all other files are prepared there by `statements.test.ts`. Where a file has tests with the tag `postgres`, only those run there.
 */
const ofServers = [
  'src/adapters/{messaging,rate-limits}/*.test.ts',
  'src/app/{job-queue,observability,outages,shared-limits}.test.ts',
  'src/app/search-index/remote-search.test.ts',
  'src/cli/*.test.ts',
  'src/core/events/broadcast.test.ts',
  'src/core/{lease,transact}.test.ts',
  'src/db/**/*.test.ts',
  'src/features/accounts/accounts.test.ts',
  'src/features/accounts/codes/outbox.test.ts',
  'src/features/accounts/passwords/reset-floods.test.ts',
  'src/features/accounts/sessions/sessions.test.ts',
  'src/features/accounts/sign-in/login-floods.test.ts',
  'src/features/announcements/sending.test.ts',
  'src/features/assignments/answer-races.test.ts',
  'src/features/admin/bulk/bulk.test.ts',
  'src/features/admin/lists/saved-filters.test.ts',
  'src/features/admin/users/accounts.test.ts',
  'src/features/courses/{catalogue,other-processes,races}.test.ts',
  'src/features/learning/students/{corrections,students}.test.ts',
  'src/features/courses/list/published-list.test.ts',
  'src/features/drafts/drafts.test.ts',
  'src/features/enrolments/enrolments.test.ts',
  'src/features/invoices/invoices.test.ts',
  'src/features/learning/{completion,insight}.test.ts',
  'src/features/ledger/plans.test.ts',
  'src/features/marks/import-marks.test.ts',
  'src/features/lectures/{lectures,text-storage}.test.ts',
  'src/features/lectures/sections/reorder.test.ts',
  'src/features/live/{commit-order,lifecycle,board/board,media/faults,media/media,recording/killed-worker,room/live-class}.test.ts',
  'src/features/media/storage-use.test.ts',
  'src/features/certificates/certificates.test.ts',
  'src/features/notes/notes.test.ts',
  'src/features/notifications/{arrival,notifications}.test.ts',
  'src/features/offers/races.test.ts',
  'src/features/quizzes/races.test.ts',
  'src/features/openings/changing-course.test.ts',
  'src/features/payouts/{payouts,races}.test.ts',
  'src/features/payouts/runs/plans.test.ts',
  'src/features/questions/{questions,races}.test.ts',
  'src/features/reviews/{course-reviews,reviews}.test.ts',
  'src/features/sales/checkout/{bundle-orders,orders,purchases}.test.ts',
  'src/features/sales/reconciliation/{after-sale,compare-with-provider,second-provider}.test.ts',
  'src/features/sales/refunds/{lock-order,repriced-bundles,watched-races}.test.ts',
  'src/features/sales/settlement/{killed,money-interleavings,two-processes}.test.ts',
  'src/features/video/delivery/stream-access.test.ts',
  'src/features/video/streams/streams.test.ts',
  'src/features/video/uploads/upload-room.test.ts',
  'src/features/wishlist/wishlist.test.ts',
  'src/realtime/sockets.test.ts',
  'test/{edits,list-plans,statements}.test.ts',
  // killed.test.ts kills at each statement there
  ...(isWhole ? ['test/quiz-process.test.ts'] : []),
]

/** Only with --all: each takes ten seconds of the processor for a way that few changes touch; parts of it are tested elsewhere in every run. */
const longWays = ['src/adapters/transcoder/foreign-media.test.ts', 'test/{admin,quiz,upload}-process.test.ts']

/** Races, all of which PostgreSQL decides in every run. One connection has few of them: on it they run only with --all. */
const decidedAlike = [
  'src/app/search-index/remote-search.test.ts',
  'src/features/assignments/answer-races.test.ts',
  'src/features/courses/races.test.ts',
  'src/features/live/commit-order.test.ts',
  'src/features/{payouts,questions}/races.test.ts',
  'src/features/sales/refunds/{lock-order,watched-races}.test.ts',
  'src/features/sales/settlement/money-interleavings.test.ts',
]

/** Whether races run on the embedded database too: with --all, and where PostgreSQL is left out. */
const isTwice = isWhole || process.env.SKIP_POSTGRES_SUITE === '1'

/** Test files that have nothing to do on the embedded database: plans of its one session, and what several processes do at once. */
const ofServersAlone = [
  'src/adapters/rate-limits/postgres.test.ts',
  'src/app/shared-limits.test.ts',
  'src/db/text-indexes.test.ts',
  'src/features/ledger/plans.test.ts',
  'src/features/payouts/runs/plans.test.ts',
  'src/features/sales/settlement/{killed,two-processes}.test.ts',
  'test/{list-plans,statements}.test.ts',
  ...(isWhole ? [] : longWays),
  ...(isTwice ? [] : decidedAlike),
  // each carries out all migrations twice, which the embedded database does for every template too: four seconds of the processor there
  ...(isWhole ? [] : ['src/db/migrations/[0-9]*.test.ts']),
]
for (const pattern of [...ofServers, ...ofServersAlone]) requireEach(pattern)
requireListed()

/** Throws when a pattern, with any of its alternatives, names no file: one that was moved would no longer run on PostgreSQL. */
function requireEach(pattern: string): void {
  const [before = '', alternatives, after = ''] = pattern.split(/[{}]/)
  for (const one of alternatives?.split(',') ?? [''])
    if (globSync(`${before}${one}${after}`, { cwd: join(import.meta.dirname, 'server') }).length === 0)
      throw new Error(`vitest.config.ts: there is no test file ${before}${one}${after}; name where it is now`)
}

/** Throws when a file with tests for PostgreSQL is in no pattern: no server would decide them. */
function requireListed(): void {
  const cwd = join(import.meta.dirname, 'server')
  const listed = new Set(globSync(ofServers, { cwd }))
  for (const file of globSync('{src,test}/**/*.test.ts', { cwd }))
    if (!listed.has(file) && /\btags: \[?'postgres'/.test(readFileSync(join(cwd, file), 'utf8')))
      throw new Error(`vitest.config.ts: ${file} has tests with the tag postgres; name it in ofServers`)
}

/** Files that take longest, the longest first: a worker that begins with one near the end would be waited for. */
const longest = [
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
  'live-recording.test.ts',
  'transcoder/ffmpeg.test.ts',
  'fuzz.test.ts',
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

/** How long `expect.poll` waits, in milliseconds: by default a second, which a busy machine may need for one answer. */
const patient = { expect: { poll: { timeout: 10_000 } } }

/** Workers of the projects whose files wait more than they compute. They run first, by themselves: behind them the server's keep all cores busy. */
const waiting = { maxWorkers: Math.min(8, Math.max(5, availableParallelism() + 2)), sequence: { groupOrder: 0 } }

// The server's tests are two projects: all files on the embedded database, and some of them on a real PostgreSQL once more.
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
          testTimeout: 60_000,
          hookTimeout: 60_000,
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
      server('server', 'embedded'),
      server('server-postgres', 'postgres'),
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
          testTimeout: 30_000,
        },
      },
      {
        test: {
          ...patient,
          ...waiting,
          name: 'scripts',
          root: 'scripts',
          include: ['**/*.test.ts'],
          testTimeout: 60_000,
          isolate: false,
        },
      },
    ],
  },
})

function server(name: string, engine: 'embedded' | 'postgres') {
  return {
    test: {
      ...patient,
      name,
      root: 'server',
      include: engine === 'postgres' ? ofServers : ['{src,test}/**/*.test.ts'],
      exclude: engine === 'postgres' ? ['src/db/open-database.test.ts'] : ofServersAlone,
      env: { TEST_ENGINE: engine },
      tags: [
        {
          name: 'postgres',
          description: 'what a PostgreSQL server decides otherwise, in a file that is about more than that',
        },
      ],
      // the second prepares the statements that the first one ran
      sequence: { groupOrder: engine === 'postgres' ? 2 : 1 },
      globalSetup: './test/support/vitest/global-setup.ts',
      setupFiles: './test/support/vitest/record-runs.ts',
      // Importing the server costs more than most files test; no file changes what it imports.
      isolate: false,
      testTimeout: 60_000,
      // A file starts its database in a hook; on a busy machine that takes its time.
      hookTimeout: 60_000,
    },
  }
}
