import { defineConfig } from 'vitest/config'

/**
 * Test files that a PostgreSQL server can decide otherwise than the embedded database, which has one connection and no other process:
 * transactions that race, locks, notifications between processes, the queue, the planner, migrations, backups, money. The statements
 * of all other files are prepared there by `statements.test.ts`.
 */
const ofServers = [
  'src/adapters/{messaging,rate-limits}/*.test.ts',
  'src/app/{job-queue,observability,outages,shared-limits}.test.ts',
  'src/cli/*.test.ts',
  'src/core/{broadcast,transact}.test.ts',
  'src/db/**/*.test.ts',
  'src/features/accounts/{accounts,login-floods,outbox,reset-floods,sessions}.test.ts',
  'src/features/admin/users/accounts.test.ts',
  'src/features/courses/{catalogue,other-processes,published-list,races,students}.test.ts',
  'src/features/enrolments/*.test.ts',
  'src/features/invoices/invoices.test.ts',
  'src/features/learning/insight.test.ts',
  'src/features/ledger/plans.test.ts',
  'src/features/lectures/{lectures,reorder,stream-access,text-storage,upload-room}.test.ts',
  'src/features/media/{storage-use,streams}.test.ts',
  'src/features/live/{commit-order,lifecycle,live}.test.ts',
  'src/features/notifications/{arrival,notifications}.test.ts',
  'src/features/offers/{bundles,races}.test.ts',
  'src/features/payouts/{payouts,plans,races}.test.ts',
  'src/features/reviews/{course-reviews,refunded-reviews,reviews}.test.ts',
  'src/features/wishlist/wishlist.test.ts',
  'src/realtime/sockets.test.ts',
  'test/{edits,list-plans,statements}.test.ts',
]

// The server's tests are two projects: all files on the embedded database, and some of them on a real PostgreSQL once more.
export default defineConfig({
  test: {
    // The default on two cores is one; much of the time a test waits for its database, a timer or a process.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'embedded-postgres',
          root: 'embedded-postgres',
          include: ['src/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'contract', root: 'contract', include: ['src/**/*.test.ts'], isolate: false } },
      server('server', 'embedded'),
      server('server-postgres', 'postgres'),
      { test: { name: 'web', root: 'web', include: ['**/*.test.{ts,tsx}'], testTimeout: 30_000 } },
      { test: { name: 'scripts', root: 'scripts', include: ['**/*.test.ts'], testTimeout: 60_000, isolate: false } },
    ],
  },
})

function server(name: string, engine: 'embedded' | 'postgres') {
  return {
    test: {
      name,
      root: 'server',
      include: engine === 'postgres' ? ofServers : ['{src,test}/**/*.test.ts'],
      exclude: engine === 'postgres' ? ['src/db/open-database.test.ts'] : ['test/statements.test.ts'],
      env: { TEST_ENGINE: engine },
      globalSetup: './test/support/global-setup.ts',
      setupFiles: './test/support/record-runs.ts',
      // Importing the server costs more than most files test; no file changes what it imports.
      isolate: false,
      testTimeout: 60_000,
      // A file starts its database in a hook; on a busy machine that takes its time.
      hookTimeout: 60_000,
    },
  }
}
