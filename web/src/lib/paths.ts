import { type Category, publicPaths, type SitePageKind } from '@virtual-courses/contract'

/** Addresses of the pages (specification, section 2; `public…` are those that anyone may read). */
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
  /** a place of a lecture: a second of its video, or a part of its text */
  learnAt: (courseId: string, lectureId: string, at: { t: number } | { part: number }) =>
    `/viewlecture/${encodeURIComponent(courseId)}?${new URLSearchParams({ lecture: lectureId, ...('t' in at ? { t: String(at.t) } : { part: String(at.part) }) })}`,
  /** the own notes: of all courses, or of one */
  notes: (courseId: string | null = null) => `/notes${courseId === null ? '' : `/${encodeURIComponent(courseId)}`}`,
  /** a quiz, for its student; with an attempt, at that one */
  quiz: (courseId: string, lectureId: string, attemptId: string | null = null) =>
    `/quiz/${encodeURIComponent(courseId)}/${encodeURIComponent(lectureId)}${attemptId === null ? '' : `?${new URLSearchParams({ attempt: attemptId })}`}`,
  /** the editor of an entry of a curriculum */
  editEntry: (courseId: string, { _id, kind }: { _id: string; kind?: 'quiz' | 'assignment' | undefined }): string =>
    kind === 'quiz'
      ? paths.editQuiz(courseId, _id)
      : kind === 'assignment'
        ? paths.editAssignment(courseId, _id)
        : paths.editLecture(courseId, _id),
  /** the page of an entry of a curriculum, for its student */
  entry: (courseId: string, { _id, kind }: { _id: string; kind?: 'quiz' | 'assignment' | undefined }): string =>
    kind === 'quiz'
      ? paths.quiz(courseId, _id)
      : kind === 'assignment'
        ? paths.assignment(courseId, _id)
        : paths.learn(courseId, _id),
  /** settings and questions of a quiz */
  editQuiz: (courseId: string, lectureId: string) =>
    `/editquiz/${encodeURIComponent(courseId)}/${encodeURIComponent(lectureId)}`,
  /** attempts of students at a quiz */
  quizAttempts: (courseId: string, lectureId: string): string => `${paths.editQuiz(courseId, lectureId)}/attempts`,
  /** a student's attempt, for their educator */
  quizAttempt: (courseId: string, lectureId: string, attemptId: string): string =>
    `${paths.quizAttempts(courseId, lectureId)}/${encodeURIComponent(attemptId)}`,
  /** where anyone checks a certificate */
  certificate: publicPaths.certificate,
  /** the own certificates */
  certificates: '/certificates',
  /** an assignment, with the own answer of a student */
  assignment: (courseId: string, lectureId: string) =>
    `/assignment/${encodeURIComponent(courseId)}/${encodeURIComponent(lectureId)}`,
  /** answers of students to the educator's assignments: those that wait, or of one assignment */
  answers: ({ assignment }: { assignment?: string } = {}) =>
    `/answers${assignment === undefined ? '' : `?${new URLSearchParams({ assignment })}`}`,
  /** where an answer is marked */
  answer: (answerId: string) => `/answers/${encodeURIComponent(answerId)}`,
  editAssignment: (courseId: string, lectureId: string) =>
    `/editassignment/${encodeURIComponent(courseId)}/${encodeURIComponent(lectureId)}`,
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
  adminDashboard: '/admin/dashboard',
  adminUsers: '/admin/users',
  adminCourses: '/admin/courses',
  adminReviews: '/admin/reviews',
  adminPosts: '/admin/posts',
  adminOrders: '/admin/orders',
  adminOrder: (orderId: string) => `/admin/orders/${encodeURIComponent(orderId)}`,
  adminMoney: '/admin/money',
  adminPayouts: '/admin/payouts',
  adminStorage: '/admin/storage',
  adminSearches: '/admin/searches',
  adminPayoutRun: (runId: string) => `/admin/payouts/${encodeURIComponent(runId)}`,
  adminCoupons: '/admin/coupons',
  adminBundles: '/admin/bundles',
  adminPages: '/admin/pages',
  /** the editor of a page that a shop must show */
  adminPage: (kind: SitePageKind, language: string) => `/admin/pages/${kind}?${new URLSearchParams({ language })}`,
  adminAudit: '/admin/audit',
  adminSettings: '/admin/settings',
  myCourses: '/courses',
  /** reviews of the educator's courses, or of one */
  myReviews: (courseId: string | null = null) =>
    `/reviews${courseId === null ? '' : `?${new URLSearchParams({ course: courseId })}`}`,
  /** questions in the educator's courses, or in one */
  myQuestions: (courseId: string | null = null) =>
    `/questions${courseId === null ? '' : `?${new URLSearchParams({ course: courseId })}`}`,
  /** courses of the educator with their students, live sessions, and what was earned */
  myStudents: '/students',
  myLiveSessions: '/livesessions',
  earnings: '/earnings',
  /** coupons and bundles of the educator */
  myCoupons: '/offers/coupons',
  myBundles: '/offers/bundles',
  courseStudents: (courseId: string) => `/courses/${encodeURIComponent(courseId)}/students`,
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
  editLecture: (courseId: string, lectureId: string) =>
    `/editlecture/${encodeURIComponent(courseId)}/${encodeURIComponent(lectureId)}`,
} as const
