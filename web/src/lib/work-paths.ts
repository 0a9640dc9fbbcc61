import type { SitePageKind } from '@virtual-courses/contract'
import { paths } from './paths.ts'

/** Addresses of the pages where educators work (specification, section 2). */
export const studioPaths = {
  /** the editor of an entry of a curriculum */
  editEntry: (courseId: string, { _id, kind }: { _id: string; kind?: 'quiz' | 'assignment' | undefined }): string =>
    kind === 'quiz'
      ? studioPaths.editQuiz(courseId, _id)
      : kind === 'assignment'
        ? studioPaths.editAssignment(courseId, _id)
        : paths.editLecture(courseId, _id),
  /** settings and questions of a quiz */
  editQuiz: (courseId: string, lectureId: string) =>
    `/editquiz/${encodeURIComponent(courseId)}/${encodeURIComponent(lectureId)}`,
  /** attempts of students at a quiz */
  quizAttempts: (courseId: string, lectureId: string): string =>
    `${studioPaths.editQuiz(courseId, lectureId)}/attempts`,
  /** a student's attempt, for their educator */
  quizAttempt: (courseId: string, lectureId: string, attemptId: string): string =>
    `${studioPaths.quizAttempts(courseId, lectureId)}/${encodeURIComponent(attemptId)}`,
  /** answers of students to the educator's assignments: those that wait, or of one assignment */
  answers: ({ assignment }: { assignment?: string } = {}) =>
    `/answers${assignment === undefined ? '' : `?${new URLSearchParams({ assignment })}`}`,
  /** where an answer is marked */
  answer: (answerId: string) => `/answers/${encodeURIComponent(answerId)}`,
  editAssignment: (courseId: string, lectureId: string) =>
    `/editassignment/${encodeURIComponent(courseId)}/${encodeURIComponent(lectureId)}`,
  /** reviews of the educator's courses, or of one */
  reviews: (courseId: string | null = null) =>
    `${paths.ownCourseReviews}${courseId === null ? '' : `?${new URLSearchParams({ course: courseId })}`}`,
  /** questions in the educator's courses, or in one */
  questions: (courseId: string | null = null) =>
    `/questions${courseId === null ? '' : `?${new URLSearchParams({ course: courseId })}`}`,
  /** courses of the educator with their students, live sessions, and what was earned */
  students: '/students',
  liveSessions: '/livesessions',
  earnings: '/earnings',
  /** coupons and bundles of the educator */
  coupons: '/offers/coupons',
  bundles: '/offers/bundles',
  /** students and entries of a course with marks; and what attempts say about the questions of a quiz */
  courseMarks: (courseId: string) => `/courses/${encodeURIComponent(courseId)}/marks`,
  importMarks: (courseId: string) => `/courses/${encodeURIComponent(courseId)}/marks/import`,
  quizStatistics: (lectureId: string) => `/quizstatistics/${encodeURIComponent(lectureId)}`,
  /** questions of a course come in and go out as files */
  moveQuestions: (courseId: string) => `/courses/${encodeURIComponent(courseId)}/questions`,
  courseStudents: (courseId: string) => `/courses/${encodeURIComponent(courseId)}/students`,
  /** what was asked about a course and not found in it */
  asked: (courseId: string) => `/courses/${encodeURIComponent(courseId)}/asked`,
  announcements: (courseId: string) => `/courses/${encodeURIComponent(courseId)}/announcements`,
  /** what one student has completed */
  courseStudent: (courseId: string, studentId: string) =>
    `/courses/${encodeURIComponent(courseId)}/students/${encodeURIComponent(studentId)}`,
  /** when sections and lectures open to students */
  openings: (courseId: string, student: { days: number; isDiligent: boolean } | null = null) =>
    `/courses/${encodeURIComponent(courseId)}/openings${
      student === null
        ? ''
        : `?${new URLSearchParams({ days: String(student.days), ...(student.isDiligent && { done: 'all' }) })}`
    }`,
  /** the player, as a student finds it who enrolled so many days ago, and has done nothing or all that was open */
  asStudent: (courseId: string, { days, isDiligent }: { days: number; isDiligent: boolean }) =>
    `/courses/${encodeURIComponent(courseId)}/asstudent/${days}/${isDiligent ? 'all' : 'nothing'}`,
  /** how a course is watched; with a lecture, its curve */
  courseInsight: (courseId: string, lectureId: string | null = null) =>
    `/courses/${encodeURIComponent(courseId)}/insight${lectureId === null ? '' : `?${new URLSearchParams({ lecture: lectureId })}`}`,
  /** the store page of the educator's own course, as a student sees it before buying */
  coursePreview: (courseId: string) => `/viewcourse/${encodeURIComponent(courseId)}?view=student`,
  createCourse: '/createcourses',
  editCourse: (courseId: string) => `/addcourses/${encodeURIComponent(courseId)}`,
  createLecture: (courseId: string) => `/createlecture/${encodeURIComponent(courseId)}`,
  editCaptions: (courseId: string, lectureId: string, language: string) =>
    `/editlecture/${encodeURIComponent(courseId)}/${encodeURIComponent(lectureId)}/captions/${encodeURIComponent(language)}`,
} as const

/** Addresses of the pages of admins; their first one is `paths.adminDashboard`. */
export const adminPaths = {
  users: '/admin/users',
  courses: '/admin/courses',
  reviews: '/admin/reviews',
  posts: '/admin/posts',
  orders: '/admin/orders',
  order: (orderId: string) => `/admin/orders/${encodeURIComponent(orderId)}`,
  money: '/admin/money',
  payouts: '/admin/payouts',
  storage: '/admin/storage',
  searches: '/admin/searches',
  payoutRun: (runId: string) => `/admin/payouts/${encodeURIComponent(runId)}`,
  coupons: '/admin/coupons',
  bundles: '/admin/bundles',
  pages: '/admin/pages',
  /** the editor of a page that a shop must show */
  page: (kind: SitePageKind, language: string) => `/admin/pages/${kind}?${new URLSearchParams({ language })}`,
  audit: '/admin/audit',
  settings: '/admin/settings',
} as const
