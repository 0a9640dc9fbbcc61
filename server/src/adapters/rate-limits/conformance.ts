import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RateLimitStore } from '#ports/rate-limit-store.ts'

export type StoreUnderTest = {
  /** Opens the store as another process would. The store in memory has no other process, so it returns itself. */
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
    /** Returns a limit as seen by two processes. */
    const limit = (called: string, points: number, seconds = 60) => {
      const window = { name: called, points, seconds }
      const by = (store: RateLimitStore) => ({
        consume: async (key: string) => (await store.consume([{ window, key }]))?.waitMs ?? null,
        restore: (key: string) => store.restore([{ window, key }]),
        clear: (key: string) => store.clear([{ window, key }]),
      })
      return { window, here: by(stores[0]), there: by(stores[1]) }
    }

    test('concurrent attempts of two processes succeed exactly as often as the limit allows', async () => {
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

    test('a restored attempt can be made again by any process, and rejected attempts cost nothing', async () => {
      const { here, there } = limit('restored', 2)
      for (let round = 0; round < 5; round++) {
        expect([await here.consume('key'), await there.consume('key')]).toEqual([null, null])
        expect(await here.consume('key')).not.toBeNull()
        await there.restore('key')
        await here.restore('key')
      }
      // no attempt was consumed
      await here.restore('other')
      expect([await here.consume('other'), await there.consume('other')]).toEqual([null, null])
      expect(await here.consume('other')).not.toBeNull()
    })

    test('a key has all its attempts again after it was cleared or its window has ended', async () => {
      const { here, there } = limit('cleared', 1, 1)
      expect([await here.consume('key'), await there.consume('key')]).toEqual([null, expect.any(Number)])
      await there.clear('key')
      expect(await here.consume('key')).toBeNull()
      await expect.poll(() => there.consume('key'), { timeout: 5000, interval: 100 }).toBeNull()
    })

    test('attempts in several windows count in all of them, or in none if one is full', async () => {
      const [wide, narrow, other] = [limit('wide', 5), limit('narrow', 2), limit('other', 5)]
      const attempts = [wide, narrow, other].map(({ window }) => ({ window, key: 'key' }))
      for (const store of stores) expect(await store.consume(attempts)).toBeNull()
      for (const store of [...stores, ...stores])
        expect(await store.consume(attempts)).toEqual({ index: 1, waitMs: expect.any(Number) })
      await stores[1].restore(attempts)
      expect(await stores[0].consume(attempts)).toBeNull()
      await Promise.all(Array.from({ length: 20 }, (_, one) => stores[one % 2 ? 0 : 1].consume(attempts)))
      // refused and restored attempts do not count: three of five are left
      for (const { here } of [wide, other]) {
        const waits = [await here.consume('key'), await here.consume('key'), await here.consume('key')]
        expect([...waits, await here.consume('key')]).toEqual([null, null, null, expect.any(Number)])
      }
      await stores[0].clear(attempts)
      expect(await stores[1].consume(attempts)).toBeNull()
    })

    test('concurrent attempts in many windows, in any order, do not deadlock', async () => {
      const windows = Array.from({ length: 8 }, (_, one) => limit(`order ${one}`, 1000).window)
      const attempts = windows.map((window) => ({ window, key: 'shared' }))
      const rounds = Array.from({ length: 200 }, async (_, round) => {
        const store = stores[round % 2 ? 0 : 1]
        const own = round % 3 ? attempts : attempts.toReversed()
        expect(await store.consume(own)).toBeNull()
        await store.restore(own.toReversed())
      })
      await Promise.all(rounds)
      const { here } = limit('order 0', 1000)
      for (let attempt = 0; attempt < 3; attempt++) expect(await here.consume('shared')).toBeNull()
    })

    test('keys of any length and any characters are different keys', async () => {
      const { here } = limit('keys', 1)
      const keys = [`${'x'.repeat(600)}1`, `${'x'.repeat(600)}2`, "o'neil@test.example", 'ज़ोया ₹ 🎓', '', 'a b', 'a:b']
      for (const key of keys) expect(await here.consume(key)).toBeNull()
      for (const key of keys) expect(await here.consume(key)).not.toBeNull()
    })
  })
}
