import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RateLimitStore } from '#ports/rate-limit-store.ts'

export type StoreUnderTest = {
  /** Opens the store as another process does. In memory there is no other one: it returns the same store. */
  open(): RateLimitStore
  close(): Promise<void>
}

/** Conformance tests of the port `RateLimitStore`, run by the tests of its adapters. */
export function rateLimitConformance(name: string, make: () => Promise<StoreUnderTest>): void {
  describe(`${name}: the store of rate limits`, () => {
    let tested: StoreUnderTest
    let stores: [RateLimitStore, RateLimitStore]
    beforeAll(async () => {
      tested = await make()
      stores = [tested.open(), tested.open()]
    })
    afterAll(async () => {
      for (const store of new Set(stores)) await store.close()
      await tested.close()
    })
    /** A limit as two processes see it. */
    const limit = (called: string, points: number, seconds = 60) => {
      const here = stores[0].counter(called, points, seconds)
      return { here, there: stores[0] === stores[1] ? here : stores[1].counter(called, points, seconds) }
    }

    test('many attempts at once, of two processes, are as many as the limit allows', async () => {
      const { here, there } = limit('parallel', 10)
      const outcomes = await Promise.all(
        Array.from({ length: 60 }, (_, index) => (index % 2 ? here : there).consume('a@test.example')),
      )
      expect(outcomes.filter((wait) => wait === null)).toHaveLength(10)
      for (const wait of outcomes.filter((one) => one !== null)) {
        expect(wait).toBeGreaterThan(50_000)
        expect(wait).toBeLessThanOrEqual(60_000)
      }
      expect(await there.consume('b@test.example')).toBeNull()
      expect(await limit('another limit', 10).here.consume('a@test.example')).toBeNull()
    })

    test('an attempt that is given back can be made again by any process, and rejected ones cost nothing', async () => {
      const { here, there } = limit('restored', 2)
      for (let round = 0; round < 5; round++) {
        expect([await here.consume('key'), await there.consume('key')]).toEqual([null, null])
        expect(await here.consume('key')).not.toBeNull()
        await there.restore('key')
        await here.restore('key')
      }
      // no attempt was taken
      await here.restore('other')
      expect([await here.consume('other'), await there.consume('other')]).toEqual([null, null])
      expect(await here.consume('other')).not.toBeNull()
    })

    test('a key that is cleared has all its attempts again, and so does one whose window has ended', async () => {
      const { here, there } = limit('cleared', 1, 1)
      expect([await here.consume('key'), await there.consume('key')]).toEqual([null, expect.any(Number)])
      await there.clear('key')
      expect(await here.consume('key')).toBeNull()
      await expect.poll(() => there.consume('key'), { timeout: 5000, interval: 100 }).toBeNull()
    })

    test('keys of any length and any characters are different keys', async () => {
      const { here } = limit('keys', 1)
      const keys = [`${'x'.repeat(600)}1`, `${'x'.repeat(600)}2`, "o'neil@test.example", 'ज़ोया ₹ 🎓', '', 'a b', 'a:b']
      for (const key of keys) expect(await here.consume(key)).toBeNull()
      for (const key of keys) expect(await here.consume(key)).not.toBeNull()
    })
  })
}
