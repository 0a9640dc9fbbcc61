import type { Announcement, api, QueryOf, ReplyOf } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { findPart } from '../questions/index.ts'
import { present, presentOwn } from './present.ts'
import { countStudents, findAnnouncement, findAnnouncements, findNewestTimes } from './queries.ts'
import { nextAnnouncementAt } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>

/** Returns a page of the announcements of a course. Throws not_found for those who do not take part in it. */
export async function listAnnouncements(
  { db, clock }: Deps,
  viewer: CurrentUser,
  courseId: string,
  { named: namedId, ...page }: QueryOf<typeof api.announcements.ofCourse>,
): Promise<ReplyOf<typeof api.announcements.ofCourse>> {
  const part = await findPart(db, courseId, viewer)
  if (part === null) throw new DomainError('not_found')
  const { rows, ...beside } = await findAnnouncements(db, courseId, viewer.id, page)
  const found = namedId === undefined ? undefined : await findAnnouncement(db, namedId, viewer.id)
  const show = part === 'educator' ? presentOwn : present
  const named = found?.course_id === courseId ? show(found) : null
  const shown = { announcements: rows.map(show), named, ...beside }
  if (part !== 'educator') return shown
  const now = clock.now()
  const at = nextAnnouncementAt(await findNewestTimes(db, courseId), now)
  const nextOne = { students: await countStudents(db, courseId, now), at: at?.toISOString() ?? null }
  return { ...shown, nextOne }
}

/** Returns an announcement. Throws not_found, also for those who do not take part in its course. */
export async function readAnnouncement(
  { db }: Pick<Deps, 'db'>,
  viewer: CurrentUser,
  announcementId: string,
): Promise<Announcement> {
  const row = await findAnnouncement(db, announcementId, viewer.id)
  const part = row && (await findPart(db, row.course_id, viewer))
  if (!part) throw new DomainError('not_found')
  return part === 'educator' ? presentOwn(row) : present(row)
}
