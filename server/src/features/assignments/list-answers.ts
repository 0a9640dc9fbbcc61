import { type api, mostWaiting, type QueryOf, type ReplyOf } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { countWaiting, findAnswers } from './list-queries.ts'
import { presentListed } from './present.ts'

/** Returns a page of the answers to an educator's own assignments. */
export async function listAnswers(
  { db }: Pick<FeatureDeps, 'db'>,
  educatorId: string,
  { limit, cursor, ...list }: QueryOf<typeof api.assignments.answers>,
): Promise<ReplyOf<typeof api.assignments.answers>> {
  const { rows, next, previous } = await findAnswers(db, { educatorId, ...list }, { limit, cursor })
  return { answers: rows.map(presentListed), next, previous }
}

/** Returns how many answers wait for an educator, counted up to `mostWaiting`. */
export const countWaitingAnswers = async ({ db }: Pick<FeatureDeps, 'db'>, educatorId: string): Promise<number> =>
  countWaiting(db, educatorId, mostWaiting)
