import { describe, expect, it } from 'vitest'
import { emitInvalidation } from '#core/cache-invalidation.ts'
import { CachedReply } from '#core/call.ts'
import type { Db } from '#core/executor.ts'
import { createCatalogueCache } from './catalogue-cache.ts'

const bytes = Buffer.from('[]')

/** A cache whose builds wait until they are let go; each takes the version that is committed when it begins. */
function setUp() {
  const db = {} as Db // only its identity is used while no other process shares the database
  let committed = 0
  const builds: { version: number; finish: () => void; fail: (error?: Error) => void }[] = []
  const cache = createCatalogueCache({ db, shared: false }, () => {
    const version = committed
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    builds.push({ version, finish: resolve, fail: (error = new Error('no database')) => reject(error) })
    return promise.then(() => ({
      version,
      reply: new CachedReply({ identity: bytes, br: bytes, gzip: bytes }, String(version)),
    }))
  })
  return {
    builds,
    commit() {
      committed++
      emitInvalidation(db, 'catalogue', committed)
    },
    read: async (exact = false) => (await cache.get(exact)).tags.identity,
  }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('the catalogue cache', () => {
  it('builds once for any number of readers, and again only after a change', async () => {
    const { builds, commit, read } = setUp()
    const first = Promise.all([read(), read(), read()])
    builds[0]?.finish()
    expect(await first).toEqual(['"0"', '"0"', '"0"'])
    expect(await read()).toBe('"0"')
    expect(builds.length).toBe(1)
    commit()
    const second = Promise.all([read(), read()])
    builds[1]?.finish()
    expect(await second).toEqual(['"1"', '"1"'])
    expect(builds.length).toBe(2)
  })

  it('serves visitors what was read last while the database is away, and hides no other error', async () => {
    const { builds, commit, read } = setUp()
    const first = read()
    builds[0]?.finish()
    await first
    commit()
    const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    const visitor = read()
    const author = read(true)
    builds[1]?.fail(away)
    await expect(author).rejects.toThrow(away)
    expect(await visitor).toBe('"0"')
    const broken = read()
    builds[2]?.fail(new Error('a reply that breaks its schema'))
    await expect(broken).rejects.toThrow('breaks its schema')
  })

  it('never gives a reader what was read before a commit that came before the request', async () => {
    const { builds, commit, read } = setUp()
    const before = read()
    commit()
    const after = read()
    await settle()
    expect(builds.length).toBe(1)
    builds[0]?.finish()
    expect(await before).toBe('"0"')
    await settle()
    builds[1]?.finish()
    expect(await after).toBe('"1"')
  })

  it('lets readers after several changes wait for one build together', async () => {
    const { builds, commit, read } = setUp()
    const readers = [read()]
    for (let change = 0; change < 10; change++) {
      commit()
      readers.push(read())
    }
    builds[0]?.finish()
    await settle()
    await settle()
    builds[1]?.finish()
    expect(await Promise.all(readers)).toEqual(['"0"', ...Array(10).fill('"10"')])
    expect(builds.length).toBe(2)
  })

  it('builds again when a change comes during the build that others wait for', async () => {
    const { builds, commit, read } = setUp()
    const first = read()
    builds[0]?.finish()
    await first
    commit()
    const second = read()
    commit()
    builds[1]?.finish()
    expect(await second).toBe('"1"')
    const third = read()
    await settle()
    builds[2]?.finish()
    expect(await third).toBe('"2"')
  })

  it('forgets a failed build', async () => {
    const { builds, read } = setUp()
    const failed = read()
    builds[0]?.fail()
    await expect(failed).rejects.toThrow('no database')
    const again = read()
    builds[1]?.finish()
    expect(await again).toBe('"0"')
  })

  it('hears of changes out of order without going back', async () => {
    const db = {} as Db // as above
    let built = 0
    const cache = createCatalogueCache({ db, shared: false }, async () => {
      built++
      return { version: 7, reply: new CachedReply({ identity: bytes, br: bytes, gzip: bytes }, 'x') }
    })
    emitInvalidation(db, 'catalogue', 7)
    await cache.get(false)
    emitInvalidation(db, 'catalogue', 5)
    emitInvalidation(db, 'catalogue', 7)
    await cache.get(false)
    expect(built).toBe(1)
  })
})
