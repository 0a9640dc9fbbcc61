import { type Category, publicPaths } from '@virtual-courses/contract'

/**
 * Addresses of the pages that visitors and students use, and where educators and admins begin (specification, section 2; `public…` are those
 * that anyone may read). Those for work alone are in `work-paths.ts`, so that no first page carries them.
 */
export const paths = {
  home: '/',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgotpassword',
  authCallback: '/auth/callback',
  allCourses: '/allcourses',
  category: (category: Category) => `/allcourses?${new URLSearchParams({ category })}`,
  course: (courseId: string) => `/viewcourse/${encodeURIComponent(courseId)}`,
  /** the course's page after signing up, where the purchase waits */
  enroll: (courseId: string, coupon?: string) =>
    `/viewcourse/${encodeURIComponent(courseId)}?${new URLSearchParams({ enroll: '1', ...(coupon && { coupon }) })}`,
  bundle: (bundleId: string) => `/bundles/${encodeURIComponent(bundleId)}`,
  publicCourses: publicPaths.browse,
  publicCategory: publicPaths.category,
  publicCourse: publicPaths.course,
  /** with a lecture, at that lecture */
  learn: (courseId: string, lectureId: string | null = null) =>
    `/viewlecture/${encodeURIComponent(courseId)}${lectureId === null ? '' : `?${new URLSearchParams({ lecture: lectureId })}`}`,
  /** with the tutor of the course open */
  askTutor: (courseId: string, lectureId: string | null) =>
    `/viewlecture/${encodeURIComponent(courseId)}?${new URLSearchParams({ ...(lectureId !== null && { lecture: lectureId }), ask: '1' })}`,
  /** a place of a lecture: a second of its video, or a part of its text */
  learnAt: (courseId: string, lectureId: string, at: { t: number } | { part: number }) =>
    `/viewlecture/${encodeURIComponent(courseId)}?${new URLSearchParams({ lecture: lectureId, ...('t' in at ? { t: String(at.t) } : { part: String(at.part) }) })}`,
  /** the own notes: of all courses, or of one */
  notes: (courseId: string | null = null) => `/notes${courseId === null ? '' : `/${encodeURIComponent(courseId)}`}`,
  /** a quiz, for its student; with an attempt, at that one */
  quiz: (courseId: string, lectureId: string, attemptId: string | null = null) =>
    `/quiz/${encodeURIComponent(courseId)}/${encodeURIComponent(lectureId)}${attemptId === null ? '' : `?${new URLSearchParams({ attempt: attemptId })}`}`,
  /** the page of an entry of a curriculum, for its student */
  entry: (courseId: string, { _id, kind }: { _id: string; kind?: 'quiz' | 'assignment' | undefined }): string =>
    kind === 'quiz'
      ? paths.quiz(courseId, _id)
      : kind === 'assignment'
        ? paths.assignment(courseId, _id)
        : paths.learn(courseId, _id),
  /** where anyone checks a certificate */
  certificate: publicPaths.certificate,
  /** the own certificates */
  certificates: '/certificates',
  /** an assignment, with the own answer of a student */
  assignment: (courseId: string, lectureId: string) =>
    `/assignment/${encodeURIComponent(courseId)}/${encodeURIComponent(lectureId)}`,
  /** the own marks in a course */
  ownMarks: (courseId: string) => `/marks/${encodeURIComponent(courseId)}`,
  /** the room of a lecture's live session */
  live: (lectureId: string) => `/live/${encodeURIComponent(lectureId)}`,
  enrolledCourses: '/enrolledcourses',
  searchWithAi: '/searchwithai',
  profile: '/profile',
  editProfile: '/editprofile',
  /** the own account: its address, and the sections below */
  account: '/account/profile',
  accountSecurity: '/account/security',
  accountBilling: '/account/billing',
  accountData: '/account/data',
  sessions: '/account/security#sessions',
  notificationSettings: '/account/notifications',
  /** the step of a login after the password */
  secondStep: '/login/second-step',
  /** what the student bought: orders, refunds, invoices */
  purchases: '/purchases',
  wishlist: '/wishlist',
  notifications: '/notifications',
  dashboard: '/dashboard',
  /** reviews of all courses of the educator; of one by `studioPaths.reviews` */
  ownCourseReviews: '/reviews',
  adminDashboard: '/admin/dashboard',
  myCourses: '/courses',
  /** the editor of a lecture, linked by the player */
  editLecture: (courseId: string, lectureId: string) =>
    `/editlecture/${encodeURIComponent(courseId)}/${encodeURIComponent(lectureId)}`,
} as const
