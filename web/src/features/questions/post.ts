import type { CourseAnswer, CourseQuestion } from '@virtual-courses/contract'

/** A question, which has a title, or an answer. */
export type Post = (CourseQuestion | CourseAnswer) & { title?: string }

/** Where in a course something was asked; without a second it is the lecture. */
export type QuestionPlace = { lectureId: string; second: number | null; videoId: string | null }
