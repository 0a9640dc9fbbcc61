import { msg } from '@lingui/core/runtime-macro'
import type { TutorEvent } from '@virtual-courses/contract'
import { titleText } from '#core/answers/course-link.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Passage } from './passage.ts'

/** A piece of an answer and the passages that it cites. One of the server's own words cites none. */
export type Cited = { before: '' | ' ' | '\n' | '\n\n'; text: string; passages: readonly Passage[] }

type Access = {
  isThere: (passage: Passage) => Promise<boolean>
  /** whether the viewer still takes part in the course */
  takesPart: () => Promise<boolean>
}

/**
 * Sends pieces of an answer, each citation before its number. Access is looked at again before each: a piece of which a passage is gone is left
 * out, and the answer ends with not_entitled when the viewer may not watch the course any more.
 */
export async function* sendCited(
  pieces: AsyncIterable<Cited> | Iterable<Cited>,
  { isThere, takesPart }: Access,
): AsyncGenerator<TutorEvent> {
  const numbers = new Map<string, number>()
  let begun = false
  for await (const { before, text, passages } of pieces) {
    const there: Passage[] = []
    for (const passage of passages) if (await isThere(passage)) there.push(passage)
    if (there.length < passages.length && !(await takesPart()))
      throw new DomainError('not_entitled', msg`You cannot watch this course any more, so the answer ends here.`)
    if (there.length < passages.length) continue
    for (const { id, lectureId, lectureTitle, lectureNumber, start, at } of there) {
      if (numbers.has(id)) continue
      const n = numbers.size + 1
      numbers.set(id, n)
      yield { citation: { n, lectureId, lectureTitle: titleText(lectureTitle), lectureNumber, start: at ?? start } }
    }
    const marks = there.map(({ id }) => ` [${numbers.get(id)}]`).join('')
    yield { reply: `${begun ? before : ''}${text}${marks}` }
    begun = true
  }
}
