import { z } from 'zod'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob } from '#core/jobs.ts'
import { transact } from '#core/transact.ts'
import { completeEntry } from '../../learning/index.ts'
import { findAttendedEnough } from './attendance-queries.ts'

/** A session of a lecture has ended, or from now on its attendance counts otherwise. */
export const attendanceCounts = defineJob({
  name: 'tick-attended',
  data: z.object({ lectureId: z.string() }),
  retries: 10,
  retrySeconds: 10,
})

const studentsAtOnce = 200

/** Ticks a lecture for those who attended enough of one of its sessions, where its educator has switched that on. */
export async function tickAttended({ db, clock }: Pick<FeatureDeps, 'db' | 'clock'>, lectureId: string): Promise<void> {
  let after: string | undefined = ''
  while (after !== undefined) {
    const found = await findAttendedEnough(db, lectureId, { after, most: studentsAtOnce })
    for (const userId of found) await transact(db, (tx) => completeEntry(tx, { userId, lectureId, now: clock.now() }))
    after = found.length === studentsAtOnce ? found.at(-1) : undefined
  }
}
