import { expect, test } from 'vitest'
import { createAtOnce } from './at-once.ts'
import { createFairPool } from './fair-pool.ts'

test('work that has waited too long is refused and never runs', async () => {
  const pool = createFairPool({ atOnce: 1, waiting: 5, longestMs: 20, busy: 'Busy.' })
  let finish = (): void => {}
  const running = pool.run({ client: 'a' }, () => new Promise<void>((resolve) => (finish = resolve)))
  let ran = false
  await expect(
    pool.run({ client: 'b' }, async () => {
      ran = true
    }),
  ).rejects.toMatchObject({ code: 'unavailable', message: 'Busy.', retryAfterSeconds: 5 })
  finish()
  await running
  expect(await pool.run({ client: 'b' }, async () => 'served')).toBe('served')
  expect(ran).toBe(false)
})

test('work of a client who has left before it began never runs, even when nothing else does', async () => {
  const pool = createFairPool({ atOnce: 1, waiting: 5, busy: 'Busy.' })
  let ran = false
  const work = pool.run({ client: 'a', signal: AbortSignal.abort() }, async () => {
    ran = true
  })
  await expect(work).rejects.toMatchObject({ code: 'unavailable' })
  expect(ran).toBe(false)
})

test('a client has a bounded number at once, all clients together too; what has ended counts no more', () => {
  const atOnce = createAtOnce({ each: 2, all: 3, tooMany: 'Too many.', busy: 'Busy.' })
  const leave = atOnce.enter('a')
  atOnce.enter('a')
  const refused = (client: string) => () => atOnce.enter(client)
  expect(refused('a')).toThrow(expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 2 }))
  atOnce.enter('b')
  expect(refused('c')).toThrow(expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 2 }))
  leave()
  leave()
  atOnce.enter('c')
  expect(refused('d')).toThrow(expect.objectContaining({ code: 'unavailable' }))
})
