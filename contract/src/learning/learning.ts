import { z } from 'zod'
import { EnrolledCourse } from '../accounts/accounts.ts'
import { endpoint } from '../endpoint.ts'
import { Cursor, Id, Instant, pagesBeside } from '../values/fields.ts'
import { sentence } from '../values/sentence.ts'
import { Completion, EntryState, ImaginedStudent, imaginedDays, imaginedDiligence, Opening } from './completion.ts'

/** Maximum position that is stored, in seconds (a day). */
const maxSeconds = 86_400

export const LectureProgress = z.object({
  lectureId: Id,
  /** position in seconds from the start */
  seconds: z.number(),
  completed: z.boolean(),
  updatedAt: Instant,
})
export type LectureProgress = z.output<typeof LectureProgress>

export const CourseProgress = z.object({
  courseId: Id,
  completedLectures: z.number().int(),
  lectureCount: z.number().int(),
  /** the lecture that was watched last; null before the first one, or when it was deleted */
  lastLectureId: Id.nullable(),
  /**
   * the lecture to continue with: the last watched one or, if it is completed, the next one that is open and not; the first one when all
   * are completed; null in a course without lectures
   */
  continueLectureId: Id.nullable(),
})
export type CourseProgress = z.output<typeof CourseProgress>

/** A question in the video of a lecture (`videoChecks`). */
export const CheckPlace = z.object({
  lectureId: Id,
  questionId: Id,
  second: z.number().int(),
  /** the viewer may go on without an answer */
  maySkip: z.boolean(),
  /** it is not asked any more */
  done: z.boolean(),
})
export type CheckPlace = z.output<typeof CheckPlace>

/** A course that a user is enrolled in, with their progress in it. */
export const LearningCourse = EnrolledCourse.extend({
  progress: CourseProgress.omit({ courseId: true }),
  /** lectures that were added since the user was last in the course, or enrolled in it, and that they have not opened */
  newLectures: z.number().int(),
  completion: Completion,
  /** what is closed and opens first; missing where everything is open */
  opensNext: Opening.extend({ lectureId: Id, lectureTitle: z.string() }).optional(),
})
export type LearningCourse = z.output<typeof LearningCourse>

/** How far a user is in a course that they are enrolled in; one without lectures is not begun. */
export const learningStates = ['begun', 'not-begun', 'completed'] as const
export type LearningState = (typeof learningStates)[number]

/** Maximum number of intervals in a report of what was watched. */
export const mostIntervals = 60

/** Maximum playback speed that counts, over all devices of a student together. */
export const fastestPlay = 4

/** A part of a video that was played: seconds from the first, up to but not including the second. */
const WatchedInterval = z
  .tuple([z.number().int().min(0).max(maxSeconds), z.number().int().min(1).max(maxSeconds)])
  .refine(([from, to]) => from < to, sentence('An interval ends after its beginning'))
export type WatchedInterval = z.output<typeof WatchedInterval>

/** A report of what was watched of a video. The same report counts once, however often it is sent. */
export const WatchedReport = z.object({
  /** random; a report that is sent again keeps it */
  id: z.string().regex(/^[0-9a-f]{16}$/, sentence('This is not the id of a report')),
  /** `videoId` of the lecture when it was watched */
  videoId: Id,
  /** repeated parts are listed again */
  intervals: z.array(WatchedInterval).min(1).max(mostIntervals),
})
export type WatchedReport = z.output<typeof WatchedReport>

export const learning = {
  overview: endpoint({
    method: 'GET',
    path: '/api/learning',
    access: 'signedIn',
    summary:
      'A page of the enrolled courses with the progress in each: the last learned or bought first, completed ones last',
    query: z.object({
      state: z.enum(learningStates).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(24),
      cursor: Cursor.optional(),
    }),
    status: 200,
    reply: z.object({
      courses: z.array(LearningCourse),
      /** all enrolled courses, whatever the filter */
      counts: z.object({ begun: z.number().int(), 'not-begun': z.number().int(), completed: z.number().int() }),
      ...pagesBeside,
    }),
    errors: [],
  }),
  course: endpoint({
    method: 'GET',
    path: '/api/learning/course/:courseId',
    access: 'signedIn',
    summary:
      'Progress in each lecture of a course; lectures that were never opened are not listed. With `days`, who looks after the course reads what a student finds who enrolled so many days ago',
    params: z.object({ courseId: Id }),
    query: z.object({ days: imaginedDays.optional(), diligent: imaginedDiligence }),
    status: 200,
    reply: CourseProgress.extend({
      lectures: z.array(LectureProgress),
      /** of a viewer who is enrolled: for others, what it would be */
      completion: Completion,
      /** every entry of the course, in its order */
      entries: z.array(EntryState),
      /** at which the videos stop that the viewer may watch, in order; missing where there are none */
      checks: z.array(CheckPlace).optional(),
      /** whose progress it is; missing where it is the viewer's own */
      imagined: ImaginedStudent.optional(),
    }),
    errors: ['not_found', 'forbidden'],
  }),
  report: endpoint({
    method: 'POST',
    path: '/api/learning/lecture/:lectureId',
    access: 'signedIn',
    summary:
      'Store the position in a lecture. A lecture is completed near its end, or when it is ticked, unless the course asks for more',
    params: z.object({ lectureId: Id }),
    body: z
      .object({
        seconds: z.number().min(0).max(maxSeconds).optional(),
        /** length of the video according to the player; ignored when the server knows it */
        duration: z.number().positive().max(maxSeconds).optional(),
        /** set or removed with the checkbox of the list */
        completed: z.boolean().optional(),
      })
      .refine(
        ({ seconds, completed }) => seconds !== undefined || completed !== undefined,
        sentence('Please send a position'),
      ),
    status: 200,
    reply: LectureProgress,
    errors: ['not_found', 'not_entitled', 'not_open_yet', 'not_by_hand', 'rate_limited'],
  }),
  watched: endpoint({
    method: 'POST',
    path: '/api/learning/lecture/:lectureId/watched',
    access: 'signedIn',
    summary:
      'Store which parts of a video were watched. Only those of enrolled students count, of the present video, and not more than time has passed',
    params: z.object({ lectureId: Id }),
    body: WatchedReport,
    status: 200,
    reply: z.object({
      /** seconds that were counted; 0 also for a report that was counted before */
      counted: z.number().int(),
      /** the lecture, where these seconds completed it */
      completed: LectureProgress.optional(),
    }),
    errors: ['not_found', 'not_entitled', 'not_open_yet', 'rate_limited'],
  }),
}
