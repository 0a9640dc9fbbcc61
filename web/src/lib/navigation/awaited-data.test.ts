import { expect, it } from 'vitest'
import { awaitedData } from './awaited-data.ts'

it('awaits data until the last read has ended, whatever its end', async () => {
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  const reads = [first, second].map(({ promise }) => awaitedData.during(() => promise))
  expect(awaitedData.isAny()).toBe(true)
  first.resolve()
  await reads[0]
  expect(awaitedData.isAny()).toBe(true)
  second.reject(new Error('away'))
  await expect(reads[1]).rejects.toThrow('away')
  expect(awaitedData.isAny()).toBe(false)
})
