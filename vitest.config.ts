import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// The server's tests are two projects over the same files: one on the embedded database, one on a real PostgreSQL.
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
      exclude: engine === 'postgres' ? ofNoServer() : [],
      env: { TEST_ENGINE: engine },
      globalSetup: './test/support/global-setup.ts',
      setupFiles: './test/support/record-calls.ts',
      // Importing the server costs more than most files test; no file changes what it imports.
      isolate: false,
      testTimeout: 60_000,
      // A file starts its database in a hook; on a busy machine that takes its time.
      hookTimeout: 60_000,
    },
  }
}

/**
 * Test files that have nothing to show on a real PostgreSQL: those that open no database, those about the embedded one or about a
 * start without settings, and those whose subject is another one: what is said to people, connections, pictures of videos. The statements
 * that these run are those of other files.
 */
function ofNoServer(): string[] {
  const root = join(import.meta.dirname, 'server')
  const supports = new Map(
    globSync('test/support/*.ts', { cwd: root }).map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  )
  const opening = new Set(['test/support/test-database.ts', 'test/support/global-setup.ts'])
  const opensOne = (text: string) =>
    [...opening].some((file) => text.includes(`/${file.slice('test/support/'.length)}'`))
  for (let found = 0; found < opening.size; ) {
    found = opening.size
    for (const [file, text] of supports) if (opensOne(text)) opening.add(file)
  }
  const without = globSync('{src,test}/**/*.test.ts', { cwd: root }).filter(
    (file) => !opensOne(readFileSync(join(root, file), 'utf8')),
  )
  return [
    ...without,
    'src/db/open-database.test.ts',
    'test/process.test.ts',
    'test/admin-process.test.ts',
    'test/fuzz.test.ts',
    'src/features/assistant/hostile-courses.test.ts',
    'src/features/assistant/built-in/*.test.ts',
    'src/features/search/search-with-model.test.ts',
    'src/features/media/posters.test.ts',
    'src/http/connection-limits.test.ts',
  ]
}
