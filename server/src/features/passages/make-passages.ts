import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { readAttachment } from './attachments/read-attachment.ts'
import { packSource } from './pack-source.ts'
import { inParts } from './packing/in-parts.ts'
import { packWords, topicsOf } from './packing/index-words.ts'
import { packVectors } from './packing/pack-vectors.ts'
import { inModelLanguage, passageTerms, stemsOf } from './packing/terms.ts'
import {
  findSetModels,
  findSources,
  linkSets,
  lockTexts,
  type NewSet,
  readSource,
  type Source,
  saveSet,
} from './source-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'searchIndex' | 'storage' | 'documents' | 'config'>

/** Sources that change while their passages are made are read again so often; then the job of the change does it. */
const mostTries = 3

/**
 * Brings the passages of a lecture in line with its sources: makes those of new ones, with vectors where there is a model, and drops those
 * of sources that are gone. Does nothing when all is as it should be.
 */
export async function makePassages(deps: Deps, lectureId: string): Promise<void> {
  const model = await deps.searchIndex.model()
  for (let tries = 0; tries < mostTries; tries++) {
    const sources = await findSources(deps.db, [lectureId])
    const known = await findSetModels(
      deps.db,
      sources.map(({ setId }) => setId),
    )
    const sets: NewSet[] = []
    for (const source of sources) {
      if (known.has(source.setId) && (model === null || known.get(source.setId) === model)) continue
      const set = await makeSet(deps, source, model)
      if (set) sets.push(set)
    }
    if (await keep(deps, lectureId, sources, sets)) return
  }
}

/** Saves sets and links, unless the sources are not the same any more; returns whether they were. */
const keep = (deps: Deps, lectureId: string, sources: readonly Source[], sets: readonly NewSet[]): Promise<boolean> =>
  transact(deps.db, async (tx) => {
    if (!(await lockTexts(tx, lectureId))) return true
    const present = await findSources(tx, [lectureId])
    if (keyOf(present) !== keyOf(sources)) return false
    for (const set of sets) await saveSet(tx, set, deps.clock.now())
    const kept = await findSetModels(
      tx,
      sources.map(({ setId }) => setId),
    )
    await linkSets(
      tx,
      lectureId,
      sources.filter(({ setId }) => kept.has(setId)),
    )
    // one that was dropped meanwhile with another lecture is made again
    return sources.every(({ setId }) => kept.has(setId))
  })

const keyOf = (sources: readonly Source[]): string =>
  sources
    .map(({ kind, track, setId }) => `${kind} ${track} ${setId}`)
    .sort()
    .join('\n')

async function makeSet(deps: Deps, source: Source, model: string | null): Promise<NewSet | null> {
  const read = await readSource(deps.db, source)
  if (!read) return null
  const { language, passages } = packSource(
    read.kind === 'attachment' ? { kind: 'attachment', text: await readAttachment(deps, read) } : read,
  )
  const texts = passages.map(({ text }) => text)
  const vectors =
    model !== null && texts.length > 0
      ? packVectors(await deps.searchIndex.embed(await inParts(texts, inModelLanguage)))
      : null
  return {
    id: source.setId,
    kind: source.kind,
    language,
    passages,
    words: packWords(await inParts(texts, passageTerms)),
    topics: topicsOf(await inParts(texts, stemsOf)),
    model,
    vectors,
  }
}
