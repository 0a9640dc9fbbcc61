import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { createOnceEach } from '#core/limits/once-each.ts'
import { newId } from '#core/new-id.ts'
import { countedQuestion } from '../../search/index.ts'
import { upsertAsked } from './asked-queries.ts'

const longest = { words: 25, length: 150 }
/** Questions of one person are counted once in so long a time; so many of them are remembered. */
const once = { ms: 24 * 3600_000, most: 20_000 }
/** Statements of this process at once: what comes in a flood beyond that is not counted. */
const mostAtOnce = 4

/**
 * Returns a function that counts a question that a course does not answer. It does not wait, never throws, and keeps nothing that says who
 * asked; what may name or reach a person is not counted. One person cannot fill the list of a course (`limits.unanswered`).
 */
export function createUnansweredCounter({
  db,
  clock,
  log,
  limits,
}: Pick<FeatureDeps, 'db' | 'clock' | 'log' | 'limits'>) {
  const isNew = createOnceEach({ ...once, now: () => clock.now() })
  let running = 0
  return (question: string, of: { userId: string; courseId: string; lectureId: string | null }): void => {
    const { userId, courseId, lectureId } = of
    const counted = countedQuestion(question, longest)
    if (counted === null || running >= mostAtOnce) return
    if (!isNew(`${userId}\n${courseId}\n${lectureId}\n${counted}`)) return
    running++
    limits.unanswered
      .consume(`${userId} ${courseId}`)
      .then(() => upsertAsked(db, { id: newId(), courseId, lectureId, question: counted, at: clock.now() }))
      .catch((error: unknown) => {
        if (error instanceof DomainError && error.code === 'rate_limited') return
        log.warn({ err: error }, 'a question without an answer could not be counted')
      })
      .finally(() => {
        running--
      })
  }
}
