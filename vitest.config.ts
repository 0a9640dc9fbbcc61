import { defineConfig } from 'vitest/config'

// The server's tests are two projects over the same files: one on the embedded database, one on a real PostgreSQL.
export default defineConfig({
  test: {
    // The default on two cores is one; much of the time a test waits for its database.
    maxWorkers: 2,
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
      { test: { name: 'web', root: 'web', include: ['**/*.test.{ts,tsx}'] } },
      { test: { name: 'scripts', root: 'scripts', include: ['**/*.test.ts'], testTimeout: 60_000, isolate: false } },
    ],
  },
})

function server(name: string, engine: 'embedded' | 'postgres') {
  return {
    test: {
      name,
      root: 'server',
      include: ['{src,test}/**/*.test.ts'],
      // Tests of the embedded database and of a start without settings are about that engine alone.
      exclude:
        engine === 'postgres'
          ? ['src/db/open-database.test.ts', 'test/process.test.ts', 'test/admin-process.test.ts', 'test/fuzz.test.ts']
          : [],
      env: { TEST_ENGINE: engine },
      globalSetup: './test/support/global-setup.ts',
      // Importing the server costs more than most files test; no file changes what it imports.
      isolate: false,
      testTimeout: 60_000,
      // A file starts its database in a hook; on a busy machine that takes its time.
      hookTimeout: 60_000,
    },
  }
}
