import type { FeatureDeps } from '#core/feature-deps.ts'
import { storeFindings } from '#core/metrics.ts'
import { transact } from '#core/transact.ts'
import { imagePrefix } from './keys.ts'
import { mayRemoveUnnamed } from './rules.ts'
import { repairStorageUse } from './storage-queries.ts'
import {
  findExpected,
  findNamed,
  findStoreCheck,
  findUnmeasuredImages,
  type StoreCheck,
  type StoreFindings,
  type StorePass,
  saveStoreCheck,
  setImageBytes,
  storeFolders,
} from './store-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'storage' | 'clock' | 'log'>

/** Objects and rows that are younger may belong to an upload or a stream that is on its way. */
const graceMs = 24 * 3600 * 1000
/** A new pass begins this long after the start of the last one. */
const betweenMs = 20 * 3600 * 1000
const pageObjects = 1000
const maxExamples = 20
const maxRepaired = 1000

const nothing: StoreFindings = {
  objects: 0,
  bytes: 0,
  unnamed: 0,
  unnamedBytes: 0,
  removed: 0,
  missing: 0,
  unnamedKeys: [],
  missingKeys: [],
}

const idOf = (folder: string, key: string): string => key.slice(folder.length).split('/')[0] ?? ''
const some = (known: string[], more: string[]): string[] => [...known, ...more].slice(0, maxExamples)

/** Compares the next objects of a pass with the rows; returns the pass as it goes on, null for its folder at the end of the last one. */
async function checkPage(deps: Deps, pass: StorePass): Promise<{ pass: StorePass; over: boolean }> {
  const { db, storage } = deps
  const { folder, after } = pass
  const until = new Date(new Date(pass.startedAt).getTime() - graceMs)
  // Rows that are there before the list is read, and still afterwards, must be in it.
  const found = await storage.list(folder, { limit: pageObjects, ...(after !== '' && { after }) })
  const last = found.length < pageObjects ? null : (found.at(-1)?.key ?? null)
  const ids = [...new Set(found.map(({ key }) => idOf(folder, key)))]
  if (folder === 'images/') await measureImages(deps, ids)
  const known = await findNamed(db, folder, ids)
  const unnamed = found.filter(({ key, storedAt }) => storedAt < until && !known.has(idOf(folder, key)))
  const range = { after: idOf(folder, after), last: last === null ? null : idOf(folder, last), until }
  const expected = await findExpected(db, folder, range)
  const listed = new Set(ids)
  const missing: string[] = []
  for (const id of expected.filter((one) => !listed.has(one))) {
    const [object] =
      folder === 'images/' || folder === 'streams/' ? await storage.list(`${folder}${id}/`, { limit: 1 }) : []
    const stays = object ?? (await storage.locate(`${folder}${id}`))
    if (!stays && (await findNamed(db, folder, [id])).has(id)) missing.push(`${folder}${id}`)
  }
  let removed = 0
  if (pass.removes)
    for (const { key } of unnamed) {
      // a restored row may name it by now
      if ((await findNamed(db, folder, [idOf(folder, key)])).size > 0) continue
      await storage.remove(key)
      removed++
    }
  const next = last === null ? storeFolders[storeFolders.indexOf(folder) + 1] : folder
  return {
    over: next === undefined,
    pass: {
      ...pass,
      objects: pass.objects + found.length,
      bytes: pass.bytes + found.reduce((sum, { bytes }) => sum + bytes, 0),
      unnamed: pass.unnamed + unnamed.length,
      unnamedBytes: pass.unnamedBytes + unnamed.reduce((sum, { bytes }) => sum + bytes, 0),
      removed: pass.removed + removed,
      missing: pass.missing + missing.length,
      unnamedKeys: some(
        pass.unnamedKeys,
        unnamed.map(({ key }) => key),
      ),
      missingKeys: some(pass.missingKeys, missing),
      folder: next ?? folder,
      after: last ?? '',
    },
  }
}

/** Counts the bytes of those earlier images, when they were not kept. */
async function measureImages({ db, storage }: Deps, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  for (const { id } of await findUnmeasuredImages(db, ids)) {
    const files = await storage.list(imagePrefix(id), { limit: pageObjects })
    await setImageBytes(
      db,
      id,
      files.reduce((sum, { bytes }) => sum + bytes, 0),
    )
  }
}

function report(deps: Deps, { startedAt, unnamed, unnamedBytes, removed, missing, ...keys }: StorePass): void {
  storeFindings.set({ kind: 'unnamed' }, unnamed - removed)
  storeFindings.set({ kind: 'missing' }, missing)
  const { unnamedKeys, missingKeys } = keys
  if (missing > 0) deps.log.error({ missing, missingKeys }, 'bytes of media are not in the store')
  if (unnamed > 0)
    deps.log.warn({ unnamed, unnamedBytes, removed, unnamedKeys }, 'the store has objects that no row names')
}

/**
 * Continues the pass over the media store, or begins one where the last is old (or `now` is set), for at most `pages` steps; progress and
 * findings are stored. Objects that no row names are reported first, and removed by the next pass, unless there are so many that the
 * database may be the wrong one.
 */
export async function checkStore(deps: Deps, { pages }: { pages: number }): Promise<StoreCheck> {
  const { db, clock } = deps
  let check = await findStoreCheck(db)
  const begun = clock.now()
  if (!check.running) {
    if (check.last && begun.getTime() - new Date(check.last.startedAt).getTime() < betweenMs) return check
    check = { ...check, running: startPass(begun, check.last !== null && mayRemoveUnnamed(check.last)) }
  }
  for (let count = 0; check.running && count < pages; count++) {
    const { pass, over } = await checkPage(deps, check.running)
    if (!over) check = { ...check, running: pass }
    else {
      report(deps, pass)
      check = { running: null, last: { ...pass, endedAt: clock.now().toISOString() }, repaired: await repair(deps) }
    }
    await saveStoreCheck(db, check, clock.now())
  }
  return check
}

/** Runs one whole pass now, beside that of the job, and returns what it found. With `removes` what no row names is removed. */
export async function checkWholeStore(deps: Deps, removes: boolean, onStep: () => void): Promise<StoreFindings> {
  let pass = startPass(deps.clock.now(), removes)
  for (let over = false; !over; onStep()) ({ pass, over } = await checkPage(deps, pass))
  return pass
}

const startPass = (now: Date, removes: boolean): StorePass => ({
  ...nothing,
  startedAt: now.toISOString(),
  removes,
  folder: storeFolders[0],
  after: '',
})

async function repair({ db, log }: Deps): Promise<string[]> {
  const repaired = await transact(db, (tx) => repairStorageUse(tx, maxRepaired))
  if (repaired.length > 0) log.error({ owners: repaired }, 'sums of stored bytes were wrong and were repaired')
  return repaired.slice(0, maxExamples)
}
