import type { Executor } from '#core/executor.ts'
import { findClosed } from '../openings/index.ts'
import { findEntries, takenBy } from './queries.ts'

type Entry = Awaited<ReturnType<typeof findEntries>>[number]
/** What opens at one time in a course: the first of it, and how much it is. */
export type DatedOpening = { at: Date; first: Entry; count: number }

/**
 * Returns what opens to a user by time alone between now and `until` in the courses that they take, and the ids of all that is closed to
 * them. What also waits for something to be done has no date.
 */
export async function findDatedOpenings(
  on: Executor,
  userId: string,
  { now, until }: { now: Date; until: Date },
): Promise<{ openings: DatedOpening[]; closed: ReadonlySet<string> }> {
  const closed = await findClosed(on, userId, takenBy(userId), now)
  const dated = [...closed].flatMap(([id, { opensAt, before }]) =>
    opensAt && !before && opensAt <= until ? [{ id, at: opensAt }] : [],
  )
  const ids = dated.map(({ id }) => id)
  const entries = new Map((ids.length > 0 ? await findEntries(on, ids) : []).map((row) => [row.lecture_id, row]))
  const together = new Map<string, DatedOpening>()
  for (const { id, at } of dated) {
    const entry = entries.get(id)
    if (!entry) continue
    const key = `${entry.course_id} ${at.getTime()}`
    const known = together.get(key)
    if (known) known.count++
    else together.set(key, { at, first: entry, count: 1 })
  }
  return { openings: [...together.values()], closed: new Set(closed.keys()) }
}
