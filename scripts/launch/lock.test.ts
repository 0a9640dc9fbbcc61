import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { startProgram } from '../testing/program.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { withLock } from './lock.mjs'

const lockModule = pathToFileURL(join(import.meta.dirname, 'lock.mjs')).href

test('two processes never work at once', async () => {
  const folder = temporaryFolder({
    'work.mjs': `
      import { appendFileSync } from 'node:fs'
      import { withLock } from '${lockModule}'
      await withLock('lock', async () => {
        appendFileSync('log', 'in ')
        await new Promise((resolve) => setTimeout(resolve, 150))
        appendFileSync('log', 'out ')
      })`,
  })
  const script = `cd ${folder} && exec ${process.execPath} work.mjs`
  const programs = [1, 2, 3].map(() => startProgram('sh', ['-c', script]))
  for (const { ending } of programs) expect(await ending).toEqual({ code: 0, signal: null })
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('in out in out in out ')
  expect(existsSync(join(folder, 'lock'))).toBe(false)
})

test('the lock of a killed process is taken over', async () => {
  const folder = temporaryFolder()
  const lock = join(folder, 'lock')
  const code = `import { withLock } from '${lockModule}'
    await withLock(${JSON.stringify(lock)}, () => { console.log('held'); return new Promise((resolve) => setTimeout(resolve, 60_000)) })`
  const holder = startProgram(process.execPath, ['--input-type=module', '--eval', code])
  await holder.printed(/held/)
  holder.child.kill('SIGKILL')
  await holder.ending
  expect(await withLock(lock, () => 'mine')).toBe('mine')
})

test('the lock of another machine is respected while its heartbeat moves, and taken over when it has stopped', async () => {
  const lock = join(temporaryFolder(), 'lock')
  mkdirSync(lock)
  writeFileSync(join(lock, 'owner'), `1 not-${hostname()} token`)
  let waits = 0
  const start = performance.now()
  const onWait = () => {
    waits += 1
  }
  expect(await withLock(lock, () => 'mine', { timeout: 700, onWait })).toBe('mine')
  expect(performance.now() - start).toBeGreaterThan(650)
  expect(waits).toBe(1)
})

test('work that fails gives the lock back', async () => {
  const lock = join(temporaryFolder(), 'lock')
  await expect(withLock(lock, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(existsSync(lock)).toBe(false)
})

test('a place that cannot be written to is said plainly', async () => {
  const folder = temporaryFolder({ file: '' })
  await expect(withLock(join(folder, 'file', 'lock'), () => 1)).rejects.toThrow(
    /Cannot write to .* must own the project folder/,
  )
})
