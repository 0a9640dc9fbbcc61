import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runningIn, sampleOf } from './progress.ts'
import { workQueue } from './work-queue.ts'

test('work runs alone and in the order in which it came, also after a failure', async () => {
  const queue = workQueue(runningIn())
  const seen: string[] = []
  const step = (name: string) =>
    queue.run(1000, async () => {
      seen.push(`${name} begins`)
      await sleep(5)
      seen.push(`${name} ends`)
      if (name === 'b') throw new Error('b failed')
      return name
    })
  const results = await Promise.allSettled([step('a'), step('b'), step('c')])
  expect(results.map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  expect(queue.isIdle()).toBe(true)
})

test('each piece of work has a number and a limit while it runs', async () => {
  const running = runningIn()
  const queue = workQueue(running)
  const now = () => sampleOf(running, 0)
  expect(now().work).toBe(0)
  await queue.run(10, async () => {
    expect(now()).toMatchObject({ work: 1, limitMs: 10 })
    running.onDisk(() => expect(now().diskCalls % 2).toBe(1))
  })
  expect(now()).toMatchObject({ work: 0, diskCalls: 2 })
  await queue.run(20, async () => expect(now()).toMatchObject({ work: 2, limitMs: 20 }))
})
