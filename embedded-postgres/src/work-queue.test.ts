import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { isOverdue, newDeadline, workQueue } from './work-queue.ts'

test('work runs alone and in the order in which it came, also after a failure', async () => {
  const queue = workQueue(newDeadline())
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

test('work is overdue after its limit, and only while it runs', async () => {
  const deadline = newDeadline()
  const queue = workQueue(deadline)
  expect(isOverdue(deadline)).toBe(false)
  await queue.run(10, async () => {
    expect(isOverdue(deadline)).toBe(false)
    await sleep(30)
    expect(isOverdue(deadline)).toBe(true)
  })
  expect(isOverdue(deadline)).toBe(false)
})
