import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, type RootOperationNode, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '#db/open-database.ts'
import type { Database } from '#db/schema.ts'
import { listenToPostgres, type PostgresListener } from '#realtime/postgres-listener.ts'
import { isOnOne } from '#test/support/in-all.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/services/test-database.ts'
import type { DomainError } from './domain-error.ts'
import { receivesFromOthers } from './events/cache-invalidation.ts'
import { claimNext, freeLeases, whileHeld, withLease } from './lease.ts'

/** Work on rows of a table of this test, with short times. */
const kind = {
  table: 'pieces',
  id: 'id',
  holder: 'holder',
  until: 'until',
  wanted: 'wanted',
  seconds: 1,
  renewSeconds: 0.2,
  unsureSeconds: 0.6,
  inUse: 'upload_in_use',
} as const
const onPiece = { lease: kind, id: 'piece' }
/** The same with a lease that does not end during a test. */
const slow = { ...kind, seconds: 30, renewSeconds: 10 }

let source: TestDatabase
let here: OpenDatabase
/** a second process; on the embedded database, which serves one alone, it is the first one again */
let there: OpenDatabase
const listeners: PostgresListener[] = []
const quiet = { warn: () => {} }
const inHere = () => ({ db: here.db, log: quiet })
const inThere = () => ({ db: there.db, log: quiet })

beforeAll(async () => {
  source = await openTestDatabase()
  here = openDatabase(source.settings, () => {})
  there = source.url ? openDatabase({ connectionString: source.url, max: 4 }, () => {}) : here
  await sql`create table pieces (
    id text primary key, holder text, until timestamptz, wanted boolean not null default false,
    place int not null default 0, tries int not null default 0, noted int
  )`.execute(here.db)
  if (!source.url) return
  for (const { db } of [here, there])
    listeners.push(listenToPostgres(db, { connectionString: source.url }, () => {}, { pollMs: 200 }))
  while (![here, there].every(({ db }) => receivesFromOthers(db))) await sleep(25)
})
afterAll(async () => {
  await sql`drop table pieces`.execute(here.db)
  for (const listener of listeners) await listener.close()
  if (there !== here) await there.close()
  await here.close()
  await source.close()
})
beforeEach(async () => {
  await sql`delete from pieces`.execute(here.db)
})

type Piece = { holder: string | null; until: Date | null; wanted: boolean; tries: number; noted: number | null }
const put = (id: string, place = 0) => sql`insert into pieces (id, place) values (${id}, ${place})`.execute(here.db)
const read = async (id: string): Promise<Piece> => {
  const { rows } = await sql<Piece>`select * from pieces where id = ${id}`.execute(here.db)
  if (!rows[0]) throw new Error(`no row ${id}`)
  return rows[0]
}
/** What a process leaves that is killed in its work. */
const holdAsDead = (id: string, seconds: number) =>
  sql`update pieces set holder = 'dead', until = now() + make_interval(secs => ${seconds}) where id = ${id}`.execute(
    here.db,
  )

const next = (on: Kysely<Database>, holder: string) =>
  claimNext<{ id: string; before: string | null; tries: number }>(on, slow, holder, {
    where: sql`waiting.place >= 0`,
    order: sql`waiting.place, waiting.id`,
    set: sql`tries = taken.tries + 1`,
    returning: sql`claimed.id, taken.holder as before, claimed.tries`,
  })

describe('claimNext', () => {
  test('gives each row to one of many claimants, in the order of the caller, and nothing when all are taken', async () => {
    const ids = Array.from({ length: 24 }, (_, index) => `piece-${String(index).padStart(2, '0')}`)
    for (const id of ids) await put(id, 1)
    await put('urgent', 0)
    await put('not in the queue', -1)
    expect((await next(here.db, 'first'))?.id).toBe('urgent')
    const work = async (db: Kysely<Database>, name: string): Promise<string[]> => {
      const taken: string[] = []
      for (let one = await next(db, name); one; one = await next(db, name)) taken.push(one.id)
      return taken
    }
    const taken = await Promise.all([work(here.db, 'a'), work(there.db, 'b'), work(here.db, 'c'), work(there.db, 'd')])
    expect(taken.flat().sort()).toEqual(ids)
    for (const own of taken) expect(own).toEqual([...own].sort())
  })

  test('does not wait for a row that a transaction has locked, but takes the one behind it', async ({ skip }) => {
    skip(there === here, 'the embedded database has one connection')
    await put('first', 1)
    await put('second', 2)
    await there.db.transaction().execute(async (tx) => {
      await sql`select 1 from pieces where id = 'first' for update`.execute(tx)
      expect((await next(here.db, 'a'))?.id).toBe('second')
      expect(await next(here.db, 'a')).toBeNull()
    })
    expect((await next(here.db, 'a'))?.id).toBe('first')
  })

  test('takes the row of a killed holder when its lease is over, and says whose it was; not of one that renews it', async () => {
    await put('piece')
    await holdAsDead('piece', 0.3)
    expect(await next(here.db, 'heir')).toBeNull()
    await sleep(350)
    expect(await next(there.db, 'heir')).toEqual({ id: 'piece', before: 'dead', tries: 1 })
    await put('renewed', 1)
    await sql`update pieces set holder = 'alive', until = now() + interval '1 second' where id = 'renewed'`.execute(
      here.db,
    )
    await whileHeld(inHere(), { lease: kind, id: 'renewed', holder: 'alive' }, async () => {
      await sleep(1300)
      expect(await next(there.db, 'heir')).toBeNull()
    })
  })

  test('leaves a free row alone until its time', async () => {
    await put('piece')
    await sql`update pieces set until = now() + interval '0.3 seconds'`.execute(here.db)
    expect(await next(here.db, 'a')).toBeNull()
    await sleep(350)
    expect((await next(here.db, 'a'))?.id).toBe('piece')
  })
})

describe('withLease', () => {
  test('has one work at a time on a row, and ends the lease also when the work fails', async () => {
    await put('piece')
    let inside = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, ++inside)
      await sleep(10)
      inside--
    }
    const all = [inHere(), inThere(), inThere()].map((deps) => withLease(deps, onPiece, work))
    await Promise.all(all)
    expect(most).toBe(1)
    const failed = withLease(inHere(), onPiece, () => Promise.reject(new Error('the work failed')))
    await expect(failed).rejects.toThrow('the work failed')
    expect(await read('piece')).toMatchObject({ holder: null, until: null, wanted: false })
    await expect(withLease(inHere(), { lease: kind, id: 'no such row' }, work)).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('tells the holder at once that another one waits, and the waiter at once that it is free', async () => {
    await put('piece')
    const lazy = { lease: { ...kind, seconds: 30, renewSeconds: 20 }, id: 'piece' }
    const held = Promise.withResolvers<number>()
    const stopped = ({ code }: DomainError) => {
      expect(code).toBe('upload_in_use')
      held.resolve(performance.now())
    }
    const holder = withLease(inHere(), { ...lazy, onStop: stopped }, () => held.promise)
    await expect.poll(async () => (await read('piece')).holder).not.toBeNull()
    const began = performance.now()
    const waiter = withLease(inThere(), lazy, async () => performance.now())
    const [notified, given] = await Promise.all([holder, waiter])
    expect(notified - began).toBeLessThan(1500)
    // far sooner than it asks again by itself
    expect(given - notified).toBeLessThan(1500)
  })

  test.runIf(isOnOne)(
    'passes a killed holder when its lease is over, and notes what the work says with each renewal',
    async () => {
      await put('piece')
      await holdAsDead('piece', 0.5)
      let noted = 0
      const began = performance.now()
      await withLease(inHere(), { ...onPiece, note: () => ({ noted: ++noted }) }, async () => {
        expect(performance.now() - began).toBeGreaterThan(400)
        await expect.poll(async () => (await read('piece')).noted, { timeout: 3000 }).toBeGreaterThan(1)
      })
    },
  )

  test.runIf(isOnOne)(
    'ends with the code of the lease for one that waits longer than a killed holder would keep it',
    async () => {
      await put('piece')
      const begun = Promise.withResolvers<void>()
      const held = Promise.withResolvers<void>()
      const holder = withLease(inHere(), onPiece, () => {
        begun.resolve()
        return held.promise
      })
      await begun.promise
      await expect(withLease(inThere(), onPiece, async () => {})).rejects.toMatchObject({ code: 'upload_in_use' })
      const leaving = new AbortController()
      const gone = withLease(inThere(), { ...onPiece, signal: leaving.signal }, async () => {})
      setTimeout(() => leaving.abort(new Error('the client is gone')), 100)
      await expect(gone).rejects.toThrow('the client is gone')
      held.resolve()
      await holder
    },
    30_000,
  )
})

describe('the heartbeat', () => {
  test('stops a holder whose row another one has taken, and does not give that one’s lease away', async () => {
    await put('piece')
    const held = Promise.withResolvers<void>()
    let stops = 0
    const holder = withLease(inHere(), { ...onPiece, onStop: () => stops++ }, () => held.promise)
    await expect.poll(async () => (await read('piece')).holder).not.toBeNull()
    await sql`update pieces set holder = 'heir', until = now() + interval '1 minute'`.execute(here.db)
    await expect.poll(() => stops, { timeout: 3000 }).toBe(1)
    await sleep(500)
    held.resolve()
    await holder
    expect(stops).toBe(1)
    expect((await read('piece')).holder).toBe('heir')
  })

  test('that fails is tried again; the holder stops only when its lease may run out', async () => {
    await put('piece')
    let isDown = false
    const broken = here.db.withPlugin({
      transformQuery({ node }): RootOperationNode {
        if (isDown) throw new Error('the database does not answer')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const warnings: object[] = []
    const deps = { db: broken, log: { warn: (details: object) => warnings.push(details) } }
    let stopped = false
    const work = async () => {
      isDown = true
      await expect.poll(() => warnings.length, { timeout: 3000 }).toBe(1)
      isDown = false
      await sleep(700)
      expect(stopped).toBe(false)
      isDown = true
      const failing = performance.now()
      await expect.poll(() => stopped, { timeout: 5000 }).toBe(true)
      isDown = false
      return performance.now() - failing
    }
    const onStop = () => {
      stopped = true
    }
    expect(await withLease(deps, { ...onPiece, onStop }, work)).toBeGreaterThan(300)
    expect(warnings[0]).toMatchObject({ table: 'pieces', id: 'piece' })
  })
})

test('a start at which no other process is there frees what was held, but not what waits for its time', async () => {
  for (const id of ['held', 'later']) await put(id)
  await holdAsDead('held', 60)
  await sql`update pieces set until = now() + interval '1 minute' where id = 'later'`.execute(here.db)
  await freeLeases(here.db, kind)
  expect(await read('held')).toMatchObject({ holder: 'dead', until: null })
  expect((await read('later')).until).not.toBeNull()
  expect((await next(here.db, 'a'))?.id).toBe('held')
})
