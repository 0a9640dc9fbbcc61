import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './fields.ts'

/** Longest position that is remembered, in seconds (a day). */
const maxSeconds = 86_400

export const LectureProgress = z.object({
  lectureId: Id,
  /** where the viewer was, in seconds from the start */
  seconds: z.number(),
  completed: z.boolean(),
  updatedAt: Instant,
})
export type LectureProgress = z.output<typeof LectureProgress>

export const CourseProgress = z.object({
  courseId: Id,
  completedLectures: z.number().int(),
  lectureCount: z.number().int(),
  /** what was watched last; null before the first lecture, or when it is gone */
  lastLectureId: Id.nullable(),
  /**
   * where to go on: what was watched last or, if that is completed, the next one that is not; the first one when all are
   * completed; null in a course without lectures
   */
  continueLectureId: Id.nullable(),
})
export type CourseProgress = z.output<typeof CourseProgress>

export const learning = {
  overview: endpoint({
    method: 'GET',
    path: '/api/learning',
    access: 'signedIn',
    summary: 'How far I am in each course that I am enrolled in: what I go on with first, what is completed last',
    status: 200,
    reply: z.object({ courses: z.array(CourseProgress) }),
    errors: [],
  }),
  course: endpoint({
    method: 'GET',
    path: '/api/learning/course/:courseId',
    access: 'signedIn',
    summary: 'Where I am in each lecture of a course; lectures that were never opened are not listed',
    params: z.object({ courseId: Id }),
    status: 200,
    reply: CourseProgress.extend({ lectures: z.array(LectureProgress) }),
    errors: ['not_found'],
  }),
  report: endpoint({
    method: 'POST',
    path: '/api/learning/lecture/:lectureId',
    access: 'signedIn',
    summary:
      'Remember where I am in a lecture that I may watch. A lecture is completed near its end, or when I tick it',
    params: z.object({ lectureId: Id }),
    body: z
      .object({
        seconds: z.number().min(0).max(maxSeconds).optional(),
        /** length of the video as the player knows it; ignored where the server knows it */
        duration: z.number().positive().max(maxSeconds).optional(),
        /** the tick of the list: set or taken away by hand */
        completed: z.boolean().optional(),
      })
      .refine(({ seconds, completed }) => seconds !== undefined || completed !== undefined, 'Please send a position'),
    status: 200,
    reply: LectureProgress,
    errors: ['not_found', 'not_entitled'],
  }),
}
