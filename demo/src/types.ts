import type { Category, Level, Role } from '@virtual-courses/contract/values/fields'

/** A user of the demo. `photo` is a file of the media folder. */
export type DemoUser = {
  key: string
  name: string
  email: string
  role: Role
  description: string
  photo?: string
}

/** A question as the contract's `QuestionInput`, which is checked where the demo is written. */
export type DemoQuestion = { kind: string; prompt: string; explanation: string; points?: number } & Record<
  string,
  unknown
>

/** An entry of a curriculum that is a quiz; what is left out is as in a new one. */
export type DemoQuiz = {
  intro: string
  minutes?: number
  attempts?: number
  negativePercent?: number
  questions: readonly DemoQuestion[]
}

/**
 * `video` is a file of the media folder, `seconds` its length; English captions are beside it under the same name with the
 * ending `.vtt`, Hindi ones with `.hi.vtt`. A lecture without one has a `text` in Markdown. `files` are offered for download,
 * from the folder `files`. A `quiz` has neither.
 */
export type DemoLecture = {
  title: string
  video?: string
  seconds?: number
  preview?: boolean
  description?: string
  text?: string
  files?: readonly string[]
  quiz?: DemoQuiz
}

/** Short points about a course; what is left out shows the general sentences. */
export type DemoPoints = { outcomes: string[]; requirements?: string[]; audience?: string[] }

/** `educator` is a user's key, `thumbnail` a file of the media folder. */
export type DemoCourse = {
  key: string
  educator: string
  title: string
  subTitle: string
  description: string
  category: Category
  level: Level
  priceRupees: number
  thumbnail: string
  published: boolean
  createdDaysAgo: number
  /** who completes it gets a certificate */
  certificate?: boolean
  lectures: DemoLecture[]
  /** titles, each with the number of lectures in it; they hold all lectures */
  sections?: readonly (readonly [title: string, lectures: number])[]
}

/** `course` and `student` are keys. */
export type DemoReview = {
  course: string
  student: string
  rating: 1 | 2 | 3 | 4 | 5
  comment: string
  daysAgo: number
  /** of the educator, a day later */
  reply?: string | undefined
}

/** `course` and `student` are keys. */
export type DemoEnrolment = { course: string; student: string; daysAgo: number }

/** `course` and `student` are keys. */
export type DemoWishlistItem = DemoEnrolment

/**
 * A note of a student, or a bookmark without a text, in the lecture of this number, from 1: at a second of its video, or at a part of its
 * text with the first words of it. `course` and `student` are keys.
 */
export type DemoNote = { course: string; student: string; lecture: number; text: string; daysAgo: number } & (
  | { second: number }
  | { block: number; quote: string }
)

/** An attempt at the quiz of a course, with the numbers of the questions, from 1, that were answered wrongly. */
export type DemoAttempt = DemoEnrolment & { wrong: readonly number[] }

/** An answer to a question; `accepted` by the educator. `user` is a key. */
type DemoReply = { user: string; text: string; daysAgo: number; accepted?: boolean }

/** A question about the lecture of this number, from 1, at a second of its video. `course`, `student` and `votes` are keys. */
export type DemoAsked = {
  course: string
  student: string
  lecture: number
  second: number
  title: string
  text: string
  daysAgo: number
  votes: readonly string[]
  answers: readonly DemoReply[]
}

type DemoLevel = { id: string; title: string; description: string; points: number }
type DemoCriterion = { id: string; title: string; description: string; levels: readonly DemoLevel[] }

/** An answer that was handed in; without `returned` and `accepted` it waits. `student` is a key. */
type DemoAnswer = {
  student: string
  text: string
  daysAgo: number
  returned?: { comment: string; comments: Readonly<Record<string, string>>; daysAgo: number }
  /** `levels` are ids by the ids of the criteria */
  accepted?: { comment: string; levels: Readonly<Record<string, string>>; daysAgo: number }
}

/** An assignment at the end of a course, in Markdown. `course` is a key. */
export type DemoAssignment = {
  course: string
  title: string
  task: string
  rubric: readonly DemoCriterion[]
  answers: readonly DemoAnswer[]
}

/** A section (from 1) that opens some days after the enrolment, or the assignment of a course, after what comes before is done. */
export type DemoOpening = { course: string } & ({ section: number; afterDays: number } | { assignment: true })

/** An announcement to the students of a course, in Markdown. `course` is a key. */
export type DemoAnnouncement = { course: string; title: string; text: string; daysAgo: number }

/** A question of the quiz of a course at a second of the video of a lecture, both by their number, from 1. `course` is a key. */
export type DemoCheck = {
  course: string
  lecture: number
  second: number
  question: number
  maySkip: boolean
  tries: number
}

/** An event that students were notified of: a new lecture, by its position from 1, or a lower price of a course on their wishlist. */
export type DemoActivity =
  | { kind: 'lecture'; course: string; place: number; daysAgo: number }
  | { kind: 'price'; course: string; wasRupees: number; daysAgo: number }

/**
 * How far a student is: the first `completed` lectures are done, and of the next one `seconds` were watched (0 for a course
 * that is done or whose next lecture was not opened). `course` and `student` are keys.
 */
export type DemoProgress = { course: string; student: string; completed: number; seconds: number; daysAgo: number }

/** Student, stars, days ago, comment, and the educator's reply if there is one. */
export type Entry = readonly [
  student: string,
  rating: DemoReview['rating'],
  daysAgo: number,
  comment: string,
  reply?: string,
]
