import { fewestViewers } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import { addToSketch, moveInSketch } from './sketch.ts'
import {
  countHeld,
  findLectureSums,
  findPendingCourses,
  findViewers,
  lockCourseSums,
  lockPendingViews,
  markViews,
  type PendingView,
  releaseHeld,
  saveCourseSums,
  saveLectureSums,
  saveViewers,
  takeCompletions,
} from './sum-queries.ts'
import { addViewer, areOf, emptySums, release } from './sum-rules.ts'
import { dayOf } from './view-queries.ts'
import { slotSecondsOf } from './watched-rules.ts'

/** Courses of a run, and views and completions of a transaction; the rest follows in the next run. */
const mostCourses = 500
const mostViews = 200
const mostCompletions = 1000
/** Milliseconds after which a run begins no further transaction: the next one begins each minute. */
const longestMs = 45_000

/**
 * Adds what students have watched and completed since the last run to the sums of lectures and courses. Courses take turns, the one that
 * waits longest first; one that fails is logged and does not stop the others.
 */
export async function addUpViews(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'log'>,
  { most = mostCourses, forMs = longestMs } = {},
): Promise<void> {
  const end = performance.now() + forMs
  const queue = await findPendingCourses(deps.db, most)
  for (let courseId = queue.shift(); courseId !== undefined && performance.now() < end; courseId = queue.shift()) {
    try {
      if (await addUpCourse(deps, courseId)) queue.push(courseId)
    } catch (error) {
      deps.log.error({ err: error, courseId }, 'what was watched of a course could not be added up')
    }
  }
}

/** Returns whether there is more of the course. */
const addUpCourse = ({ db, clock }: Pick<FeatureDeps, 'db' | 'clock'>, courseId: string): Promise<boolean> =>
  transact(db, async (tx) => {
    const sums = await lockCourseSums(tx, courseId)
    if (!sums) return false
    const views = await lockPendingViews(tx, courseId, mostViews)
    const completions = await takeCompletions(tx, courseId, mostCompletions)
    const watched = await addToCourse(tx, courseId, { sketch: sums.watched, views, now: clock.now() })
    const completed = completions.reduce<number[]>((sketch, seconds) => addToSketch(sketch, seconds, 1), sums.completed)
    await addToLectures(tx, courseId, views, clock.now())
    if (views.length > 0 || completions.length > 0) await saveCourseSums(tx, courseId, { watched, completed })
    return views.length === mostViews || completions.length === mostCompletions
  })

type PresentView = PendingView & { duration_seconds: number }

/** False when the video was replaced since. */
const isPresent = (view: PendingView): view is PresentView =>
  view.present_id === view.video_id &&
  view.duration_seconds !== null &&
  view.slot_seconds === slotSecondsOf(view.duration_seconds)

/** Moves students from what they had watched of the course when they were last added to what they have watched now. */
async function addToCourse(
  tx: Tx,
  courseId: string,
  { sketch, views, now }: { sketch: number[]; views: readonly PendingView[]; now: Date },
): Promise<number[]> {
  if (views.length === 0) return sketch
  const viewers = await findViewers(tx, courseId, [...new Set(views.map(({ user_id }) => user_id))])
  const moved = viewers.reduce((before, { counted, watched }) => moveInSketch(before, counted, watched), sketch)
  await saveViewers(tx, courseId, viewers, dayOf(now))
  return moved
}

async function addToLectures(tx: Tx, courseId: string, views: readonly PendingView[], now: Date): Promise<void> {
  if (views.length === 0) return
  const [present, outdated] = [views.filter(isPresent), views.filter((view) => !isPresent(view))]
  if (outdated.length > 0) await markViews(tx, courseId, outdated, false)
  const byLecture = Map.groupBy(present, ({ lecture_id }) => lecture_id)
  const known = await findLectureSums(tx, [...byLecture.keys()])
  for (const [lectureId, theirs] of byLecture) {
    const [{ video_id, duration_seconds: duration }] = theirs as [PresentView, ...PresentView[]] // groups have members
    let sums = known.get(lectureId)
    if (!sums || !areOf(sums, video_id, duration)) {
      // those of a replaced video go, and with them what was held of it
      await releaseHeld(tx, lectureId)
      sums = emptySums(video_id, duration)
    }
    for (const { pending, is_counted: isCounted } of theirs) sums = addViewer(sums, { pending, isCounted }, duration)
    await markViews(tx, courseId, theirs, true)
    if ((await countHeld(tx, lectureId)) >= fewestViewers) {
      await releaseHeld(tx, lectureId)
      sums = release(sums, duration, now)
    }
    await saveLectureSums(tx, lectureId, sums)
  }
}
