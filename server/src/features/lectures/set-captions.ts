import { type Lecture, maxCaptionLanguages } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import { presentLecture } from '../courses/index.ts'
import { lockOwnLecture } from './lock-own-lecture.ts'
import { countOtherLanguages, deleteCaptionsIn, findLecture, upsertCaptions } from './queries.ts'
import { readCaptions } from './read-captions.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'limits'>

/** Returns the name of a language in that language, as menus show it. */
function labelOf(language: string): string {
  const name = new Intl.DisplayNames([language, 'en'], { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

/** Returns the canonical form of a language tag (BCP 47): "en" for "EN". Throws invalid_input for others, such as "en-x1". */
function canonicalLanguage(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? language
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new DomainError('invalid_input', 'Please choose a language')
  }
}

/** Sets the captions of the owner's lecture in one language. Throws not_found, invalid_input, wrong_captions, rate_limited. */
export async function setCaptions(
  deps: Deps,
  ownerId: string,
  lectureId: string,
  { language, text }: { language: string; text: string },
): Promise<Lecture> {
  await deps.limits.captions.consume(ownerId)
  const tag = canonicalLanguage(language)
  const captions = { language: tag, label: labelOf(tag), vtt: readCaptions(text) }
  return changeOwn(deps, ownerId, lectureId, async (tx) => {
    const others = await countOtherLanguages(tx, lectureId, tag)
    if (others >= maxCaptionLanguages)
      throw new DomainError('invalid_input', `A lecture has captions in at most ${maxCaptionLanguages} languages`)
    await upsertCaptions(tx, lectureId, captions, deps.clock.now())
  })
}

/** Removes the captions in one language, if there are any. Throws not_found, also for the lecture of someone else. */
export async function removeCaptions(
  deps: Deps,
  ownerId: string,
  lectureId: string,
  language: string,
): Promise<Lecture> {
  const tag = canonicalLanguage(language)
  return changeOwn(deps, ownerId, lectureId, (tx) => deleteCaptionsIn(tx, lectureId, tag))
}

const changeOwn = (
  deps: Deps,
  ownerId: string,
  lectureId: string,
  change: (tx: Tx) => Promise<void>,
): Promise<Lecture> =>
  transact(deps.db, async (tx) => {
    await lockOwnLecture(tx, lectureId, ownerId)
    await change(tx)
    const lecture = await findLecture(tx, lectureId)
    if (!lecture) throw new DomainError('not_found')
    return presentLecture(lecture)
  })
