import type { FeatureDeps } from '#core/feature-deps.ts'
import { findCertificate } from '../certificates/index.ts'
import { findBatch, findCorrection, findOpened } from '../learning/index.ts'
import { certificateKey, markCorrectionKey, marksSetKey, openedKey, withdrawnCertificateKey } from './keys.ts'
import { notify } from './notify.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'settings'>

/** Notifies a student that they have a certificate. One that was withdrawn meanwhile is left out. */
export async function notifyCertificateIssued(deps: Deps, serial: string): Promise<void> {
  const row = await findCertificate(deps.db, serial)
  if (!row || row.withdrawn_at !== null) return
  const params = { course: row.course_title, serial }
  await notify(deps, { key: certificateKey(serial), kind: 'certificate-issued', params }, [row.user_id])
}

/** Notifies a student that their certificate was withdrawn, and why. One whose account was deleted meanwhile has no reason, and no reader. */
export async function notifyCertificateWithdrawn(deps: Deps, serial: string): Promise<void> {
  const row = await findCertificate(deps.db, serial)
  if (!row || row.name === '') return
  const params = { course: row.course_title, serial, reason: row.withdrawn_reason }
  await notify(deps, { key: withdrawnCertificateKey(serial), kind: 'certificate-withdrawn', params }, [row.user_id])
}

/** Notifies a student that the educator corrected what they have completed, and why. */
export async function notifyMarkCorrected(deps: Deps, correctionId: string): Promise<void> {
  const correction = await findCorrection(deps.db, correctionId)
  if (!correction) return
  const { user_id, course_id: courseId, lecture_id: lectureId, done, ...said } = correction
  if (done === null) return
  await notify(
    deps,
    { key: markCorrectionKey(correctionId), kind: 'mark-corrected', params: { ...said, done, courseId, lectureId } },
    [user_id],
  )
}

/** Notifies a student that the educator opened lectures to them before their time. */
export async function notifyLecturesOpened(
  deps: Deps,
  { userId, lectureIds, change }: { userId: string; lectureIds: readonly string[]; change: string },
): Promise<void> {
  const first = await findOpened(deps.db, lectureIds)
  if (!first) return
  const { id: lectureId, title: lecture, course_id: courseId, course } = first
  const params = { courseId, course, lectureId, lecture, count: lectureIds.length }
  await notify(deps, { key: openedKey(change), kind: 'lectures-opened', params }, [userId])
}

/** Notifies each student whose marks were set together, or taken back, once. */
export async function notifyMarksSet(deps: Deps, batch: string): Promise<void> {
  for (const { user_id: userId, course_id: courseId, count, lecture, marks, ...said } of await findBatch(
    deps.db,
    batch,
  )) {
    const [key, of] = [marksSetKey(batch, userId), { ...said, courseId }]
    const content =
      count === 1
        ? ({ kind: 'marks-set', params: { ...of, lecture, marks } } as const)
        : ({ kind: 'many-marks-set', params: { ...of, count } } as const)
    await notify(deps, { key, ...content }, [userId])
  }
}
