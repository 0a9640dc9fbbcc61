import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { SearchTurn } from '#ports/search-index.ts'
import type { SearchDeps } from '../search/index.ts'
import { findPlayable } from '../video/delivery/index.ts'
import { bestSecond } from './finding/best-second.ts'
import { loadSets } from './finding/loaded-sets.ts'
import { findLinks, findOwnCandidates, findTopical, type ReadPassage, readPassages } from './finding/passage-queries.ts'
import { isAnswered, loadModel, type Ranked, rankPassages } from './finding/rank-passages.ts'
import { type AskedQuestion, readAsked, topicHashes } from './finding/read-question.ts'
import { type Scored, scorePassages } from './finding/score-passages.ts'
import { isOfSet, type Passage, presentPassage } from './present.ts'
import { findSources } from './source-queries.ts'

export type FindDeps = SearchDeps & Pick<FeatureDeps, 'clock'>

/** All that access looks at. */
type Viewer = Pick<CurrentUser, 'id' | 'role'>

export type Ask = {
  viewer: Viewer | null
  question: string
  /** of one course, or one lecture of it, alone */
  courseId?: string | undefined
  lectureId?: string | undefined
  limit: number
  turn?: SearchTurn | undefined
}

export type FoundPassages = {
  /** the best first */
  passages: Passage[]
  /** the best ones are sure to be about it */
  isAnswered: boolean
  readAs: string | null
}

/** Lectures of all courses that are searched: the user's own, and of the rest free previews and, for admins, any. */
const most = { own: 150, others: 60 }
/** Passages of which the text is read, for each that is returned. */
const readFor = 2
/** Passages of a lecture that are listed: more than one source has. */
const mostListed = 1000

/**
 * Returns the passages that answer a question best, of lectures that this viewer may play at this moment: others are not searched, and who
 * has lost them meanwhile gets nothing. Throws `unavailable` when too many ask.
 */
export async function findPassages(deps: FindDeps, ask: Ask): Promise<FoundPassages> {
  const asked = await readAsked(deps, ask.question, ask.turn ?? { client: ask.viewer?.id ?? 'visitors' })
  return findByReading(deps, ask, asked)
}

/** The same for a question that was read before. */
export async function findByReading(deps: FindDeps, ask: Ask, asked: AskedQuestion): Promise<FoundPassages> {
  const { viewer, limit } = ask
  const { playable } = await findPlayable(deps.db, await candidatesOf(deps, ask, asked), viewer, deps)
  const links = await findLinks(deps.db, [...playable])
  const sets = await loadSets(
    deps.db,
    links.map(({ setId }) => setId),
    asked.model,
  )
  const model = loadModel(asked.vector !== null)
  const ranked = rankPassages(scorePassages(links, sets, asked), model).filter(isShared)
  const chosen = await readBest(deps, ranked.slice(0, limit * readFor), viewer)
  const concepts = asked.readings.flat()
  const passages = withoutTwins(chosen)
    .slice(0, limit)
    .map(({ read, score }) => presentPassage(read, score, bestSecond(read.passage, concepts)))
  return { passages, isAnswered: passages.length > 0 && isAnswered(ranked, asked, model), readAs: asked.readAs }
}

/** The lectures among which playable ones are looked for: those of the course, or some of all courses that say the question's stems. */
async function candidatesOf({ db }: FindDeps, { viewer, courseId, lectureId }: Ask, { readings }: AskedQuestion) {
  if (lectureId !== undefined) return { lectureIds: [lectureId] }
  if (courseId !== undefined) return { courseId }
  const hashes = topicHashes(readings)
  const own = viewer ? await findOwnCandidates(db, viewer.id, hashes, most.own) : []
  const others = await findTopical(db, hashes, { count: most.others, previews: viewer?.role !== 'admin' })
  return { lectureIds: [...new Set([...own, ...others.map(({ id }) => id)])] }
}

/** Passages that share nothing with a question are none of its answers. */
const isShared = ({ features: { words, cosine } }: Scored): boolean => words > 0 || cosine > 0

/** Reads the texts of passages, and decides once more who may play them: access may have ended since they were found. */
async function readBest(
  deps: FindDeps,
  ranked: readonly Ranked[],
  viewer: Viewer | null,
): Promise<{ read: ReadPassage; score: number }[]> {
  const read = await readPassages(deps.db, ranked)
  const ids = [...new Set(read.map(({ lectureId }) => lectureId))]
  const { playable } = await findPlayable(deps.db, { lectureIds: ids }, viewer, deps)
  const scores = new Map(ranked.map((one) => [placeOf(one), one.score]))
  return read
    .filter(({ lectureId }) => playable.has(lectureId))
    .map((one) => ({ read: one, score: scores.get(placeOf(one)) ?? 0 }))
}

const placeOf = ({ lectureId, setId, at }: { lectureId: string; setId: string; at: number }): string =>
  `${lectureId} ${setId} ${at}`

/** Leaves out what is said at the same time in other captions of the same lecture, and the same text in a copy of it. */
function withoutTwins<T extends { read: ReadPassage }>(chosen: readonly T[]): T[] {
  const kept: T[] = []
  for (const one of chosen) {
    const isTwin = kept.some(({ read }) => isSame(read, one.read))
    if (!isTwin) kept.push(one)
  }
  return kept
}

function isSame(one: ReadPassage, other: ReadPassage): boolean {
  if (one.lectureId !== other.lectureId) return one.setId === other.setId && one.at === other.at
  const [a, b] = [one.passage, other.passage]
  if (one.kind !== 'captions' || other.kind !== 'captions' || one.track === other.track) return false
  const shared = Math.min(a.end ?? 0, b.end ?? 0) - Math.max(a.start ?? 0, b.start ?? 0)
  return shared > 0.5 * Math.min((a.end ?? 0) - (a.start ?? 0), (b.end ?? 0) - (b.start ?? 0))
}

/**
 * Returns the passages of a lecture in their order, the first `most`: the captions in one language, in `language` if there are such, then its
 * other texts. Nothing for who may not play it.
 */
export async function listPassages(
  deps: FindDeps,
  {
    viewer,
    lectureId,
    language,
    most: count = mostListed,
  }: { viewer: Viewer | null; lectureId: string; language?: string; most?: number },
): Promise<Passage[]> {
  const may = async () =>
    (await findPlayable(deps.db, { lectureIds: [lectureId] }, viewer, deps)).playable.has(lectureId)
  if (!(await may())) return []
  const links = await findLinks(deps.db, [lectureId])
  const captions = links.filter(({ kind }) => kind === 'captions').sort((a, b) => prefer(a.track, b.track, language))
  const order = ['captions', 'text', 'description', 'chapters', 'attachment']
  const used = [...captions.slice(0, 1), ...links.filter(({ kind }) => kind !== 'captions')]
  used.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || a.track.localeCompare(b.track))
  const sets = await loadSets(
    deps.db,
    used.map(({ setId }) => setId),
    null,
  )
  const places = used.flatMap((link) =>
    Array.from(sets.get(link.setId)?.words.lengths ?? [], (_, at) => ({ ...link, at })),
  )
  const read = await readPassages(deps.db, places.slice(0, count))
  if (!(await may())) return []
  return read.map((one) => presentPassage(one, 0, one.passage.start))
}

/** Whether this viewer may play a passage at this moment, and its lecture still says it. */
export async function isStillThere(
  deps: Pick<FindDeps, 'db' | 'clock'>,
  viewer: Viewer | null,
  passage: Pick<Passage, 'id' | 'lectureId'>,
): Promise<boolean> {
  const lectureIds = [passage.lectureId]
  const { playable } = await findPlayable(deps.db, { lectureIds }, viewer, deps)
  if (!playable.has(passage.lectureId)) return false
  return (await findSources(deps.db, lectureIds)).some(({ setId }) => isOfSet(passage, setId))
}

/** Captions in the reader's language come first, then English. */
function prefer(one: string, other: string, language: string | undefined): number {
  const rankOf = (track: string): number => {
    const [base] = track.split('-')
    return base === language?.split('-')[0] ? 0 : base === 'en' ? 1 : 2
  }
  return rankOf(one) - rankOf(other) || one.localeCompare(other)
}

/** Throws not_found for a course of which this viewer may not even see the lectures. */
export async function requireSeen(deps: FindDeps, courseId: string, viewer: Viewer | null): Promise<void> {
  const { playable, seen } = await findPlayable(deps.db, { courseId }, viewer, deps)
  if (playable.size + seen.size === 0) throw new DomainError('not_found')
}
