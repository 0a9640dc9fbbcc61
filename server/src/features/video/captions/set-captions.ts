import { createHash } from 'node:crypto'
import { msg } from '@lingui/core/runtime-macro'
import { type CaptionSource, type Lecture, maxCaptionLanguages } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Tx } from '#core/transact.ts'
import { changeOwnLecture, lectureTextsChanged } from '../../lectures/index.ts'
import { countOtherLanguages, deleteCaptionsIn, findCaptionText, upsertCaptions } from './caption-queries.ts'
import { readCaptions } from './read-captions.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'limits' | 'settings'>

/** Returns the name of a language in that language, as menus show it. */
function labelOf(language: string): string {
  const name = new Intl.DisplayNames([language, 'en'], { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

/** Returns the canonical form of a language tag (BCP 47): "en" for "EN". Throws invalid_input for others, such as "en-x1". */
export function canonicalLanguage(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? language
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new DomainError('invalid_input', msg`Please choose a language`)
  }
}

/** Returns the version of a captions text, which is sent as its ETag. */
export const versionOf = (vtt: string): string => createHash('sha256').update(vtt).digest('base64url').slice(0, 22)

/** Captions in one language. `replaces` is the version that they may replace: null for none, undefined for any. */
type NewCaptions = {
  language: string
  vtt: string
  source: CaptionSource
  replaces: string | null | undefined
}

/**
 * Sets the captions of the owner's lecture in one language. Throws not_found, invalid_input, wrong_captions, captions_changed,
 * rate_limited, storage_full.
 */
export async function setCaptions(
  deps: Deps,
  ownerId: string,
  lectureId: string,
  given: { language: string; text: string; source: CaptionSource; replaces?: string | null | undefined },
): Promise<{ lecture: Lecture; version: string }> {
  await deps.limits.captions.consume(ownerId)
  const { source, replaces } = given
  const language = canonicalLanguage(given.language)
  const vtt = readCaptions(given.text)
  const lecture = await changeOwnLecture(deps, ownerId, lectureId, (tx, { published }) =>
    storeCaptions(tx, { id: lectureId, ownerId, published }, { language, vtt, source, replaces }, deps.clock.now()),
  )
  return { lecture, version: versionOf(vtt) }
}

/** Stores captions; the course must be locked. Throws invalid_input and captions_changed. */
export async function storeCaptions(
  tx: Tx,
  { id: lectureId, ownerId, published }: { id: string; ownerId: string; published: boolean },
  captions: NewCaptions,
  now: Date,
): Promise<void> {
  const { language, vtt, source, replaces } = captions
  if (replaces !== undefined) {
    const present = await findCaptionText(tx, lectureId, language)
    if ((present ? versionOf(present.vtt) : null) !== replaces) throw new DomainError('captions_changed')
  }
  const others = await countOtherLanguages(tx, lectureId, language)
  if (others >= maxCaptionLanguages)
    throw new DomainError('invalid_input', msg`A lecture has captions in at most ${{ maxCaptionLanguages }} languages`)
  await upsertCaptions(tx, { id: lectureId, ownerId }, { language, label: labelOf(language), vtt, source }, now)
  tx.enqueue(lectureTextsChanged, { lectureIds: [lectureId] })
  // they are searched
  if (published) tx.invalidate('catalogue')
}

/** Removes the captions in one language, if there are any. Throws not_found, also for someone else's lecture. */
export async function removeCaptions(
  deps: Deps,
  ownerId: string,
  lectureId: string,
  language: string,
): Promise<Lecture> {
  const tag = canonicalLanguage(language)
  return changeOwnLecture(deps, ownerId, lectureId, async (tx, { published }) => {
    await deleteCaptionsIn(tx, lectureId, tag)
    tx.enqueue(lectureTextsChanged, { lectureIds: [lectureId] })
    if (published) tx.invalidate('catalogue')
  })
}
