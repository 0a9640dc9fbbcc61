import { z } from 'zod'
import { endpoint, stream } from '../endpoint.ts'
import { Id, Instant } from '../values/fields.ts'

/** Minimum number of students whose watching is shown, always as a sum. */
export const fewestViewers = 5

/** From 0 to 1. */
const Share = z.number().min(0).max(1)
const Seconds = z.number().int()

/** What all students together watched of a lecture. */
const LectureWatching = z.object({
  _id: Id,
  lectureTitle: z.string(),
  /** `few`: fewer than `fewestViewers` students watched it. `no-video` also while the length of the video is not known */
  state: z.enum(['shown', 'few', 'no-video']),
  /** length of the video; null without one */
  durationSeconds: Seconds.nullable(),
  /** students who watched something; 0 unless `shown`, like all below */
  viewers: z.number().int(),
  /** average share of the video that a viewer saw */
  watchedShare: Share,
  /** share of the viewers who saw its end */
  endShare: Share,
})
export type LectureWatching = z.output<typeof LectureWatching>

/** What all students of a course together watched. */
export const CourseInsight = z.object({
  courseId: Id,
  title: z.string(),
  students: z.number().int(),
  /** students who watched something, former ones included */
  viewers: z.number().int(),
  /** average share of the lectures that students completed, as in the sums of sales; null without students or lectures */
  completion: Share.nullable(),
  /** students who completed all lectures at some time */
  completed: z.number().int(),
  /** median of what a viewer watched of all lectures; null for fewer than `fewestViewers`, like that below */
  medianSeconds: Seconds.nullable(),
  /** median of the time from enrolment to completion */
  medianCompletionSeconds: Seconds.nullable(),
  lectures: z.array(LectureWatching),
})
export type CourseInsight = z.output<typeof CourseInsight>

/** A part of the timeline, in seconds. */
const Place = z.object({ from: Seconds, to: Seconds })

/** How a lecture is watched along its timeline, which is divided into slots of equal length. */
export const LectureInsight = LectureWatching.extend({
  slotSeconds: Seconds,
  /** for each slot the share of the viewers who saw it; empty unless `shown`, like all below */
  retention: z.array(Share),
  /** for each slot the share of the viewers who saw it more than once */
  again: z.array(Share),
  /** where most viewers leave, and what share of them does; the largest first */
  dropOffs: z.array(Place.extend({ lost: Share })),
  /** what most of those who saw it watched again, and what share of them did; the largest first */
  rewatched: z.array(Place.extend({ share: Share })),
  /** when the last students were added */
  shownAt: Instant.nullable(),
})
export type LectureInsight = z.output<typeof LectureInsight>

const courseParams = z.object({ courseId: Id })
const lectureParams = z.object({ lectureId: Id })

export const insight = {
  course: endpoint({
    method: 'GET',
    path: '/api/insight/course/:courseId',
    access: 'educator',
    summary: 'What the students of an own course watched, as sums of all of them',
    params: courseParams,
    status: 200,
    reply: CourseInsight,
    errors: ['not_found'],
  }),
  lecture: endpoint({
    method: 'GET',
    path: '/api/insight/lecture/:lectureId',
    access: 'educator',
    summary: 'How an own lecture is watched along its timeline; never of fewer than 5 students',
    params: lectureParams,
    status: 200,
    reply: LectureInsight,
    errors: ['not_found'],
  }),
  exportCourse: stream({
    method: 'GET',
    path: '/api/insight/course/:courseId/csv',
    access: 'educator',
    summary: 'The lectures of an own course with how they are watched, as a table for spreadsheets',
    params: courseParams,
    status: 200,
    contentType: 'text/csv',
    errors: ['not_found', 'rate_limited'],
  }),
  exportLecture: stream({
    method: 'GET',
    path: '/api/insight/lecture/:lectureId/csv',
    access: 'educator',
    summary: 'The curves of an own lecture as a table for spreadsheets',
    params: lectureParams,
    status: 200,
    contentType: 'text/csv',
    errors: ['not_found', 'rate_limited'],
  }),
}
