import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { productVersion } from '#core/product-version.ts'
import { findCalibration, saveCalibration } from './queries.ts'

/** Part of the courses that may change before it is found out again how sure a search must be. */
const calibratedShare = 0.1

/** True when so many changes of a catalogue ask for a new calibration. */
export const isOutdated = (changes: number, courses: number): boolean => changes > courses * calibratedShare

/** Bytes of a packed course: a checksum of its id, and the beginning of its mark. */
const packedSize = 8
const half = packedSize / 2

/** Packs the ids of courses with their marks, which are hexadecimal, into a few bytes each. */
export function packMarks(marks: ReadonlyMap<string, string>): Buffer {
  const packed = Buffer.alloc(marks.size * packedSize)
  let at = 0
  for (const [id, mark] of marks) {
    at = packed.writeUInt32BE(crc32(id), at)
    packed.write(mark.slice(0, half * 2), at, 'hex')
    at += half
  }
  return packed
}

function unpack(packed: Buffer): Map<number, number> {
  const marks = new Map<number, number>()
  // with a sign, numbers are small ones of the engine: ten times faster
  for (let at = 0; at < packed.length; at += packedSize)
    marks.set(packed.readInt32BE(at), packed.readInt32BE(at + half))
  return marks
}

/** Returns how many courses were added, changed or removed between two packed catalogues; null when the first is none. */
export function countChanges(before: Buffer, now: Buffer): number | null {
  if (before.length === 0 || before.length % packedSize !== 0) return null
  const [old, present] = [unpack(before), unpack(now)]
  let changes = 0
  for (const [id, mark] of present) if (old.get(id) !== mark) changes++
  for (const id of old.keys()) if (!present.has(id)) changes++
  return changes
}

/** Folders of what decides how sure a search is of a course: code and data. */
const deciding = ['data', 'engine', 'reader']

let decidingHash: Promise<string> | undefined

async function hashDeciding(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of deciding) {
    const files = await readdir(join(import.meta.dirname, name), { recursive: true, withFileTypes: true })
    const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
    for (const path of paths.sort()) hash.update(await readFile(path))
  }
  return hash.digest('hex')
}

/** Returns a hash of what decides how sure a search must be, besides the catalogue. */
async function basisOf(model: string | null, lexicon: string): Promise<string> {
  decidingHash ??= hashDeciding()
  const parts = [productVersion, await decidingHash, model, lexicon]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'settings' | 'searchIndex' | 'log'>
/** The index as it was filled; `isLoaded` when it was loaded since the last calibration: only then what is kept is looked at. */
type Filled = { marks: ReadonlyMap<string, string>; model: string | null; isLoaded: boolean }
/** For what it was found how sure a search must be. */
type Place = { packed: Buffer; model: string | null; lexicon: string }

/**
 * Sets how sure a search must be of this catalogue: as it was found for nearly the same one, or by running the background questions, whose
 * result is kept for the next start. Returns how many courses have changed since. Throws when the thread ends meanwhile.
 */
export async function setSureness(deps: Deps, { marks, model, isLoaded }: Filled): Promise<number> {
  const { settings, searchIndex } = deps
  const place: Place = { packed: packMarks(marks), model, lexicon: settings.current().lexicon }
  const kept = isLoaded ? await findKept(deps, place) : undefined
  if (kept) {
    await searchIndex.setSure(kept.sure)
    return kept.changes
  }
  const sure = await searchIndex.calibrate()
  // otherwise some of the questions were read by other lines
  if (settings.current().lexicon === place.lexicon) void keep(deps, place, sure)
  return 0
}

/** Returns what was found for nearly this catalogue, with how many courses have changed since; never throws. */
async function findKept(
  { db, log }: Deps,
  { packed, model, lexicon }: Place,
): Promise<{ sure: number; changes: number } | undefined> {
  try {
    const kept = await findCalibration(db, await basisOf(model, lexicon))
    if (!kept) return undefined
    const changes = countChanges(kept.marks, packed)
    if (changes === null || isOutdated(changes, packed.length / packedSize)) return undefined
    return { sure: kept.sure, changes }
  } catch (error) {
    log.warn({ err: error }, 'how sure a search must be could not be read, and is found out again')
    return undefined
  }
}

/** Never throws: without it the next start takes longer. */
async function keep({ db, clock, log }: Deps, { packed, model, lexicon }: Place, sure: number): Promise<void> {
  try {
    const basis = await basisOf(model, lexicon)
    await saveCalibration(db, { basis, sure, marks: packed, updated_at: clock.now() })
  } catch (error) {
    log.warn({ err: error }, 'how sure a search must be could not be kept, and is found out again at the next start')
  }
}
