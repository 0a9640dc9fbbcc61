import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../project-root.ts'

/** Threads that are ended only once they have answered, or have not for many seconds; of each the module that awaits at its top. */
const endedLate = ['server/src/features/papers/pdf-worker.ts'] // harfbuzzjs

const started = globSync(['server/src/**/*.ts', 'embedded-postgres/src/*.ts'], { cwd: projectRoot }).flatMap((file) =>
  [
    ...readFileSync(join(projectRoot, file), 'utf8').matchAll(/new URL\('([^']+-?worker\.ts)', import\.meta\.url\)/g),
  ].map(([, name = '']) => resolve('/', file, '..', name).slice(1)),
)
const threads = [...new Set(started)].filter((file) => !file.includes('/test/'))

describe('a thread whose module, or one that it imports, awaits at its top would abort the whole process if it were ended as it starts', () => {
  test.each(threads)('%s', (file) => {
    // require() refuses exactly such modules, before it runs any of them
    const program = `require(${JSON.stringify(join(projectRoot, file))})`
    const { stderr } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8', timeout: 20_000 })
    expect(stderr.includes('ERR_REQUIRE_ASYNC_MODULE')).toBe(endedLate.includes(file))
  })

  test('all threads are looked at', () => expect(threads.length).toBeGreaterThanOrEqual(4))
})
