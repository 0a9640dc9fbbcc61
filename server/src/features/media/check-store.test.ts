import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { checkStore, checkWholeStore } from './check-store.ts'
import { mayRemoveUnnamed } from './rules.ts'
import { findStorageUse } from './storage-queries.ts'
import { storeFile, storeVideo } from './store-media.ts'
import { findStoreCheck } from './store-queries.ts'

let app: TestApp
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp()
  educator = await app.makeUser('educator')
})
afterAll(() => app.close())

const dayMs = 24 * 3600 * 1000
const execute = (text: string) => sql.raw(text).execute(app.deps.db)
const isThere = async (key: string) => (await app.deps.storage.locate(key)) !== null
/** Puts an object into the store as if it had been stored some days ago. */
const put = async (key: string, days: number) => {
  await app.deps.storage.putBytes(key, Buffer.from('bytes'), 'video/mp4')
  const at = new Date(app.clock.ms - days * dayMs)
  utimesSync(join(app.dataDir, 'media', key), at, at)
}
const wholePass = async () => {
  for (let runs = 0; runs < 10; runs++) {
    const { running, last } = await checkStore(app.deps, { pages: 1 })
    if (!running && last) return last
  }
  throw new Error('the pass does not end')
}

test('what no row names is reported, removed by the next pass, and nothing else', async () => {
  const owner = { ownerId: educator.user._id, data: new Uint8Array(9) }
  const video = await storeVideo(app.deps, { ...owner, contentType: 'video/mp4' })
  const dropped = await storeVideo(app.deps, { ...owner, contentType: 'video/mp4' })
  const file = await storeFile(app.deps, { ...owner, contentType: 'text/plain' })
  await execute(
    `update videos set stream_id = 'served', stream_next_id = 'made', stream_state = 'waiting', stream_bytes = 10 where id = '${video}'`,
  )
  await execute(`update videos set original_dropped_at = now() - interval '3 days' where id = '${dropped}'`)
  await execute(
    `insert into images (id, owner_id, width, height, created_at) values ('old', '${educator.user._id}', 1, 1, now() - interval '9 days')`,
  )
  const kept = [
    `videos/${video}`,
    `files/${file}`,
    'streams/served/360p.mp4',
    'streams/made/360p.mp4',
    'images/old/320.webp',
  ]
  for (const key of kept) await put(key, 5)
  const fresh = ['videos/fresh', 'streams/fresh/240p.mp4']
  for (const key of fresh) await put(key, 0.5)
  const orphans = [
    'videos/lost',
    `videos/${dropped}`,
    'files/lost',
    'images/lost/320.webp',
    'streams/lost/360p.mp4',
    'streams/lost/720p.mp4',
  ]
  for (const key of orphans) await put(key, 5)
  await put('uploads/running', 5)
  await put('checks/ready', 5)

  expect(await wholePass()).toMatchObject({ objects: 13, unnamed: 6, removed: 0, missing: 0 })
  expect((await findStoreCheck(app.deps.db)).last?.unnamedKeys.sort()).toEqual([...orphans].sort())
  for (const key of orphans) expect(await isThere(key), key).toBe(true)
  expect(app.logged.map(({ msg }) => msg)).toContain('the store has objects that no row names')
  // the bytes of earlier images are known now
  expect(await findStorageUse(app.deps.db, educator.user._id)).toMatchObject({ images: 5 })

  // until the next day a run has nothing to do
  const { last } = await checkStore(app.deps, { pages: 5 })
  expect(last?.removed).toBe(0)
  app.clock.ms += 21 * 3600 * 1000
  for (const key of fresh) await put(key, 0.5)
  expect(await wholePass()).toMatchObject({ unnamed: 6, removed: 6 })
  for (const key of orphans) expect(await isThere(key), key).toBe(false)
  for (const key of [...kept, ...fresh, 'uploads/running', 'checks/ready']) expect(await isThere(key), key).toBe(true)
})

test('rows whose bytes are gone are named, an original that was dropped is not one of them', async () => {
  const owner = { ownerId: educator.user._id, contentType: 'video/mp4', data: new Uint8Array(9) }
  const [gone, dropped, young] = [
    await storeVideo(app.deps, owner),
    await storeVideo(app.deps, owner),
    await storeVideo(app.deps, owner),
  ]
  for (const id of [gone, dropped, young]) await app.deps.storage.remove(`videos/${id}`)
  await execute(`update videos set created_at = now() - interval '3 days' where id in ('${gone}', '${dropped}')`)
  await execute(`update videos set original_dropped_at = now() where id = '${dropped}'`)
  await execute(`update videos set stream_id = 'nowhere', created_at = now() - interval '3 days' where id = '${young}'`)
  await app.deps.storage.putBytes(`videos/${young}`, Buffer.from('x'), 'video/mp4')
  const found = await checkWholeStore(app.deps, false, () => {})
  expect(found).toMatchObject({ missing: 2, missingKeys: ['streams/nowhere', `videos/${gone}`] })
})

test('a pass that is stopped goes on where it was, and the whole one by hand sees the same', async () => {
  app.clock.ms += dayMs
  const { running } = await checkStore(app.deps, { pages: 2 })
  expect(running).toMatchObject({ folder: 'streams/', after: '' })
  const { objects, removed } = await wholePass()
  expect(await checkWholeStore(app.deps, false, () => {})).toMatchObject({ objects: objects - removed, unnamed: 0 })
})

test('a database that names hardly anything of a store removes nothing from it', () => {
  expect(mayRemoveUnnamed({ objects: 100, unnamed: 100 })).toBe(true)
  expect(mayRemoveUnnamed({ objects: 5000, unnamed: 500 })).toBe(true)
  expect(mayRemoveUnnamed({ objects: 5000, unnamed: 501 })).toBe(false)
})
