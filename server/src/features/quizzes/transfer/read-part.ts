import { msg } from '@lingui/core/runtime-macro'
import { maxAccepted, maxChoices, maxTag, maxTags, QuestionInput, sentenceOf } from '@virtual-courses/contract'
import type { z } from 'zod'
import type { Sentence } from '#core/languages/language.ts'
import { beginningOf } from '#core/read-csv.ts'

type Place = { line: number; source: string }

/** A part of a file: a question that was read, with what is read in another way than it is written; or why it cannot be read. */
export type Part = Place &
  ({ question: QuestionInput; tags: string[]; remarks: Sentence[] } | { question: null; why: Sentence })

/** What a reader makes of a part, before it is known whether a question can be like this. */
export type Draft = { question: unknown; tags: readonly string[]; remarks?: readonly Sentence[] }

export const unreadPart = (place: Place, why: Sentence): Part => ({
  ...place,
  source: beginningOf(place.source),
  question: null,
  why,
})

/** Returns why a question cannot be as it was read. */
function reasonOf(error: z.ZodError): Sentence {
  const known = error.issues.find(({ message }) => sentenceOf(message) !== undefined)
  if (known) return known.message
  const isList = error.issues.some(
    (issue) => (issue.code === 'too_small' || issue.code === 'too_big') && issue.origin === 'array',
  )
  return isList
    ? msg`It has too few or too many answers: ${{ choices: maxChoices }} choices, pairs or gaps and ${{ texts: maxAccepted }} accepted texts are the most`
    : msg`A number of it is missing or too large`
}

/** Returns tags as they are kept, and whether some were shortened or left out. */
function tagsOf(wanted: readonly string[]): { tags: string[]; isCut: boolean } {
  const clean = wanted.map((tag) => tag.replace(/\p{Cc}+/gu, ' ').trim()).filter((tag) => tag !== '')
  // whole characters, as the contract counts them
  const characters = clean.map((tag) => Array.from(tag))
  const all = [...new Set(characters.map((tag) => tag.slice(0, maxTag).join('').trim()))]
  return { tags: all.slice(0, maxTags), isCut: all.length > maxTags || characters.some((tag) => tag.length > maxTag) }
}

/** Returns the part of a file that a draft is, if a question can be like this. */
export function readPart(place: Place, { question, tags: wanted, remarks = [] }: Draft): Part {
  const { success, data, error } = QuestionInput.safeParse(question)
  if (!success) return unreadPart(place, reasonOf(error))
  const { tags, isCut } = tagsOf(wanted)
  const cut = isCut
    ? [msg`A question has at most ${{ tags: maxTags }} tags of ${{ letters: maxTag }} letters; some were cut`]
    : []
  return { line: place.line, source: beginningOf(place.source), question: data, tags, remarks: [...remarks, ...cut] }
}
