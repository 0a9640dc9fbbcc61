import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import {
  announcementChanged,
  announcementMade,
  findAnnouncementSubject,
  findNextStudents,
  noteNotified,
} from '../announcements/index.ts'
import { deleteAboutAnnouncement, retitleAboutAnnouncement } from './announcement-queries.ts'
import { announcementKey, announcementRemovalKey } from './keys.ts'
import type { Content } from './kinds.ts'
import { batchUsers, notify, notifyOfTopic } from './notify.ts'
import { byLecture } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'settings'>

/** Batches in one job, which stay far below the time that a job has and let others have their turn. */
const batchesInJob = 20

/**
 * Notifies the students of an announcement, each once, in batches. How far it came is noted after each batch, so that a job that was ended
 * goes on there; the rest is a job of its own.
 */
export async function notifyAnnouncementMade(deps: Deps, announcementId: string): Promise<void> {
  for (let batch = 0; batch < batchesInJob; batch++) if (!(await notifyNext(deps, announcementId))) return
  await transact(deps.db, async (tx) => tx.enqueue(announcementMade, { announcementId }))
}

/** Notifies the next students. Returns false when there are no more. */
async function notifyNext(deps: Deps, announcementId: string): Promise<boolean> {
  const next = await findNextStudents(deps.db, announcementId, batchUsers)
  const made = next && (await findAnnouncementSubject(deps.db, announcementId))
  if (!made) return false
  const { course_id: courseId, course, title } = made
  const key = announcementKey(announcementId)
  const content: Content = { kind: 'announcement', params: { courseId, course, announcementId, title } }
  // each announcement is a topic: none takes in another
  const event = { key, topic: key, item: announcementId, collapse: byLecture, write: () => content }
  await notifyOfTopic(deps, event, next.userIds)
  const wereLast = next.userIds.length < batchUsers
  await transact(deps.db, async (tx) => {
    const now = await noteNotified(tx, announcementId, next, wereLast ? deps.clock.now() : null)
    // it was edited or deleted while these were notified
    if (now !== title) tx.enqueue(announcementChanged, { announcementId })
  })
  return !wereLast
}

/** Brings the notifications of an announcement in line with it, in batches: its title, or none of them when it was deleted. */
export async function refreshAboutAnnouncement({ db }: Pick<Deps, 'db'>, announcementId: string): Promise<void> {
  for (;;) {
    const made = await findAnnouncementSubject(db, announcementId)
    const changed = made
      ? await retitleAboutAnnouncement(db, announcementId, made.title)
      : await deleteAboutAnnouncement(db, announcementId)
    if (changed === 0) return
  }
}

/** Notifies the educator of an announcement that an admin deleted it, and why. */
export async function notifyAnnouncementRemoved(
  deps: Deps,
  { announcementId, title, reason }: { announcementId: string; title: string; reason: string },
): Promise<void> {
  const removed = await findAnnouncementSubject(deps.db, announcementId, 'deleted')
  if (!removed) return
  const params = { courseId: removed.course_id, course: removed.course, title, reason }
  const key = announcementRemovalKey(announcementId)
  await notify(deps, { key, kind: 'announcement-removed', params }, [removed.creator_id])
}
