import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { findClosed, keepOpened } from './queries.ts'
import { openingSentence } from './rules.ts'

/**
 * Throws not_open_yet, with when and why it opens, while a lecture that has a rule is closed to an enrolled user; keeps otherwise that they
 * have opened it. Not for who looks after the course.
 */
export async function requireOpen(
  on: Executor,
  lecture: { id: string; courseId: string; isOpened: boolean },
  viewer: Pick<CurrentUser, 'id'>,
  { clock, config }: Pick<FeatureDeps, 'clock' | 'config'>,
): Promise<void> {
  if (lecture.isOpened) return
  const now = clock.now()
  const closing = (await findClosed(on, viewer.id, [lecture.courseId], now)).get(lecture.id)
  if (closing) throw new DomainError('not_open_yet', openingSentence(closing, config.TIME_ZONE))
  await keepOpened(on, { userId: viewer.id, lectureId: lecture.id, now })
}
