import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { startProgram, survives } from '../testing/program.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const url = (name: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, name)).href)

/** Starts a process that follows a child with the given code and ends like it. The child keeps alive for a minute. */
function startFollower(childCode: string) {
  const folder = temporaryFolder({
    'child.mjs': `
      import ${url('lifeline.mjs')}
      setTimeout(() => {}, 60_000)
      ${childCode}
      console.log('child', process.pid)`,
    'parent.mjs': `
      import { endLike, follow } from ${url('follow.mjs')}
      await endLike(await follow(process.execPath, [import.meta.dirname + '/child.mjs']))`,
  })
  return startProgram(process.execPath, [join(folder, 'parent.mjs')])
}

test('the exit code is passed on', async () => {
  expect(await startFollower('process.exit(7)').ending).toEqual({ code: 7, signal: null })
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s is passed on, and the child may end in its own way',
  async (signal) => {
    const parent = startFollower(`process.on('${signal}', () => setTimeout(() => process.exit(3), 100))`)
    await parent.printed(/child \d+/)
    parent.child.kill(signal)
    expect(await parent.ending).toEqual({ code: 3, signal: null })
  },
)

test('a child that dies of a signal is followed in that too', async () => {
  const parent = startFollower('')
  await parent.printed(/child \d+/)
  parent.child.kill('SIGTERM')
  expect(await parent.ending).toEqual({ code: null, signal: 'SIGTERM' })
})

test('the child ends when its parent is killed outright', async () => {
  const parent = startFollower('')
  const [, pid] = await parent.printed(/child (\d+)/)
  parent.child.kill('SIGKILL')
  await parent.ending
  expect(await survives(Number(pid))).toBe(false)
})

test('a child whose parent is killed may drain first', async () => {
  const parent = startFollower(`process.on('SIGTERM', () => { console.log('draining'); process.exit(0) })`)
  const [, pid] = await parent.printed(/child (\d+)/)
  parent.child.kill('SIGKILL')
  await parent.printed(/draining/)
  expect(await survives(Number(pid))).toBe(false)
})

test('a program that does not end in time is stopped', async () => {
  const folder = temporaryFolder({
    'parent.mjs': `
      import { follow } from ${url('follow.mjs')}
      console.log(await follow(process.execPath, ['--eval', 'setTimeout(() => {}, 60_000)'], { timeout: 300 }))`,
  })
  const parent = startProgram(process.execPath, [join(folder, 'parent.mjs')])
  await parent.printed(/signal: 'SIGTERM'/)
})
