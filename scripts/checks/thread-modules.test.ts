import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '../project-root.ts'

/** Threads that are ended only once they have answered, or have not for many seconds; of each the module that awaits at its top. */
const endedLate = ['server/src/features/papers/pdf-worker.ts'] // harfbuzzjs

const started = globSync(['server/src/**/*.ts', 'embedded-postgres/src/*.ts'], { cwd: projectRoot }).flatMap((file) =>
  [
    ...readFileSync(join(projectRoot, file), 'utf8').matchAll(/new URL\('([^']+-?worker\.ts)', import\.meta\.url\)/g),
  ].map(([, name = '']) => resolve('/', file, '..', name).slice(1)),
)
const threads = [...new Set(started)].filter((file) => !file.includes('/test/'))

/** Reports each module that it loads, and loads a thread's with require(): it refuses those that await at their top before it runs any. */
const programOf = (file: string): string => `
  const { writeSync } = require('node:fs')
  require('node:module').registerHooks({
    load(url, context, next) {
      writeSync(1, url + '\\n')
      return next(url, context)
    },
  })
  require(${JSON.stringify(join(projectRoot, file))})`

describe.each(threads)('%s', (file) => {
  let loaded: string[]
  let stderr: string
  beforeAll(() => {
    const run = spawnSync(process.execPath, ['-e', programOf(file)], { encoding: 'utf8', timeout: 20_000 })
    loaded = run.stdout.split('\n')
    stderr = run.stderr
  })

  test('neither it nor what it imports awaits at its top: the whole process would abort if it were ended as it starts', () => {
    expect(stderr.includes('ERR_REQUIRE_ASYNC_MODULE')).toBe(endedLate.includes(file))
  })

  test('it loads no schemas of all calls, but the files of the contract that it needs', () => {
    const names = loaded.map((url) => url.replace(pathToFileURL(`${projectRoot}/`).href, ''))
    expect(names).toContain(file)
    expect(names).not.toContain('contract/src/index.ts')
  })
})

test('all threads are looked at', () => expect(threads.length).toBeGreaterThanOrEqual(4))
