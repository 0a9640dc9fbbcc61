import type { Page } from '@playwright/test'
import { demoCourses, signInAs, signOut, startAs } from './api.ts'
import { addApp } from './authenticator-app.ts'

/** `quiz` and `ownQuiz` are courses and lectures, as addresses have them: of a student, and of their educator. */
export type Ids = {
  assignment: string
  answer: string
  assigned: string
  course: string
  own: string
  lecture: string
  bundle: string
  order: string
  quiz: string
  ownQuiz: string
  /** of the course `own` */
  student: string
  /** of the student's certificate */
  serial: string
  /** a student's attempt at `ownQuiz` */
  attempt: string
  /** of the student: a quiz that they have passed, an assignment that was accepted, and one that is not open yet */
  passed: string
  /** a video of theirs */
  watched: string
  accepted: string
  closed: string
}

const ofEveryone = [
  ...['/notifications', '/profile', '/editprofile', '/account', '/account/profile', '/account/security'],
  ...['/account/notifications', '/account/data', '/sessions', '/searchwithai?q=css'],
]
export const roles = ['visitor', 'student', 'educator', 'admin'] as const
export type Role = (typeof roles)[number]

const courseIn = (address: string): string => address.split('/')[0] ?? ''

/** Every address of the site, by those who have it; `every-screen.spec.ts` compares them with the routes. */
export const everyPage: Record<Role, (ids: Ids) => string[]> = {
  visitor: ({ course, bundle, serial }) => [
    // of a login whose first step is done, see `signInFor`
    '/login/second-step',
    ...['/', '/login', '/signup', '/forgotpassword', '/admin-invitation', '/browse', '/browse/ai-ml'],
    ...['/unsubscribe', '/unsubscribe?token=gone'],
    ...['/about', '/contact', '/terms', '/privacy', '/refunds', '/grievance'],
    ...['/browse?text=zzzz', `/course/x-${course}`, `/bundles/${bundle}`, '/nowhere', '/dev/ui'],
    `/certificate/${serial}`,
  ],
  student: ({ course, own, bundle, quiz, serial, passed, accepted, closed, watched }) => [
    ...['/', '/allcourses', '/allcourses?text=zzzz', '/enrolledcourses', '/purchases', '/wishlist', ...ofEveryone],
    ...['/account/billing', '/notes', '/certificates', `/certificate/${serial}`],
    ...[`/quiz/${quiz}`, `/marks/${courseIn(quiz)}`, `/notes/${courseIn(quiz)}`, `/viewcourse/${courseIn(quiz)}`],
    ...[`/assignment/${accepted}`, `/assignment/${closed}`, `/viewlecture/${courseIn(quiz)}`],
    ...[`/quiz/${passed}`, `/viewlecture/${watched.replace('/', '?lecture=')}`],
    ...[`/viewcourse/${course}`, `/viewlecture/${course}`, `/viewlecture/${own}`, `/bundles/${bundle}`],
  ],
  educator: ({ course, own, student, lecture, ownQuiz, assigned, assignment, answer, attempt }) => [
    ...[
      '/answers',
      `/answers?assignment=${assignment}`,
      `/answers/${answer}`,
      `/editassignment/${assigned}/${assignment}`,
    ],
    `/assignment/${assigned}/${assignment}`,
    ...['/', '/allcourses', '/dashboard', '/courses', '/students', '/reviews', '/questions', '/livesessions'],
    '/earnings',
    ...['/offers/coupons', '/offers/bundles', '/createcourses', `/courses/${own}/students`, `/courses/${own}/insight`],
    `/courses/${own}/announcements`,
    `/courses/${own}/asked`,
    `/courses/${own}/students/${student}`,
    ...[
      `/courses/${own}/marks`,
      `/courses/${own}/marks/import`,
      `/courses/${own}/questions`,
      `/courses/${own}/openings`,
    ],
    ...[`/courses/${own}/asstudent/7/all`, `/courses/${own}/asstudent/0/nothing`],
    ...[`/addcourses/${own}`, `/createlecture/${own}`, `/editlecture/${own}/${lecture}`],
    ...[
      `/quiz/${ownQuiz}`,
      `/editquiz/${ownQuiz}`,
      `/editquiz/${ownQuiz}/attempts`,
      `/editquiz/${ownQuiz}/attempts/${attempt}`,
      `/courses/${courseIn(ownQuiz)}/marks`,
      `/courses/${courseIn(ownQuiz)}/announcements`,
      `/quizstatistics/${ownQuiz.split('/')[1]}`,
      `/editlecture/${own}/${lecture}/captions/en`,
      `/viewcourse/${own}`,
      `/viewcourse/${own}?view=student`,
    ],
    ...[`/viewlecture/${own}`, `/viewcourse/${course}`, '/enrolledcourses', ...ofEveryone],
  ],
  admin: ({ course, order }) =>
    [
      ...[
        'dashboard',
        'users',
        'courses',
        'reviews',
        'posts',
        'orders',
        `orders/${order}`,
        'money',
        'payouts',
        'storage',
      ],
      ...['coupons', 'bundles', 'audit', 'settings', 'pages', 'pages/terms', 'searches'],
    ]
      .map((name) => `/admin/${name}`)
      .concat('/', '/allcourses', `/viewcourse/${course}`, '/enrolledcourses', ofEveryone),
}

const id = '0'.repeat(24)
const quiz = `${id}/${id}`
/** Ids of nothing, to know the addresses before there is a server. */
export const noIds: Ids = {
  ...{ assignment: id, answer: id, assigned: id, course: id, own: id, lecture: id, bundle: id, order: id },
  ...{ quiz, ownQuiz: quiz, student: id, serial: id, attempt: id, passed: quiz, watched: quiz, accepted: quiz },
  closed: quiz,
}

/** Pages that the demo has nothing for: they have walks of their own. */
export const pagesOutsideDemo: readonly string[] = [`/live/${id}`, `/admin/payouts/${id}`]

type Walk = { role: Role; title: string; pathsOf: (ids: Ids) => string[] }

/** Walks of pages by roles, in parts of some minutes, each of which is a test of its own. */
const inParts = (pagesOf: (role: Role, ids: Ids) => string[], mostPages: number): Walk[] =>
  roles.flatMap((role) => {
    const parts = Math.ceil(pagesOf(role, noIds).length / mostPages)
    return Array.from({ length: parts }, (_, at) => ({
      role,
      title: `as ${role}, part ${at + 1} of ${parts}`,
      pathsOf: (ids: Ids) => {
        const pages = pagesOf(role, ids)
        const cut = (part: number) => Math.floor((part * pages.length) / parts)
        return pages.slice(cut(at), cut(at + 1))
      },
    }))
  })

/** The walks of all pages of all roles. */
export const everyWalk: Walk[] = inParts((role, ids) => everyPage[role](ids), 10)

/** Each address once, as the first of the roles that have it. */
export const eachOnce: Walk[] = inParts((role, ids) => {
  const before = roles.slice(0, roles.indexOf(role)).flatMap((one) => everyPage[one](ids))
  return everyPage[role](ids).filter((path) => !before.includes(path))
}, 22)

/** Returns ids of the demo that addresses name, and of a bundle, of which it has none, see {@link removeBundle}. */
export async function readIds(page: Page): Promise<Ids> {
  const read = async (path: string) => (await page.request.get(path)).json()
  const list = await demoCourses(page)
  await signInAs(page, 'student')
  const { user } = await read('/api/user/current')
  const { certificates } = await read('/api/certificates')
  const cards: { _id: string; title: string }[] = await read('/api/course/getpublishedcoures')
  const lectureOf = async (title: string, wanted?: 'quiz' | 'assignment') => {
    const { _id } = cards.find((one) => one.title === title) ?? { _id: '' }
    const { lectures } = await read(`/api/course/getcourselecture/${_id}`)
    return `${_id}/${lectures.find(({ kind }: { kind?: string }) => kind === wanted)._id}`
  }
  const quiz = await lectureOf('Personal Finance for Your First Job', 'quiz')
  const ownQuiz = await lectureOf('Git and Teamwork Without Fear', 'quiz')
  const passed = await lectureOf('CSS Layout Without Tears', 'quiz')
  const accepted = await lectureOf('CSS Layout Without Tears', 'assignment')
  const watched = await lectureOf('CSS Layout Without Tears')
  const closed = await lectureOf('Personal Finance for Your First Job', 'assignment')
  const course = list.find(({ _id }) => !user.enrolledCourses.includes(_id))
  if (!course) throw new Error('the demo has a course that its student has not')
  await signInAs(page, 'admin')
  const { orders } = await read('/api/admin/orders')
  await signInAs(page, 'educator')
  const courses: { _id: string; isPublished: boolean; lectureCount: number }[] = await read(
    '/api/course/getcreatorcourses',
  )
  const published = courses.filter(({ isPublished }) => isPublished)
  const [own] = published.toSorted((one, other) => other.lectureCount - one.lectureCount)
  const data = {
    title: 'All on one shelf',
    price: 1499,
    courseIds: published.slice(0, 3).map(({ _id }) => _id),
    isPublished: true,
  }
  const bundle = await (await page.request.post('/api/offers/bundles', { data })).json()
  const { lectures } = await read(`/api/course/getcourselecture/${own?._id}`)
  const { students } = await read(`/api/course/students/${own?._id}`)
  const { answers } = await read('/api/answers?state=all')
  const [answer] = answers
  const { attempts } = await read(`/api/quiz/attempts/${ownQuiz.split('/')[1]}`)
  const named = { answer: answer._id, assignment: answer.lectureId, assigned: answer.courseId }
  return {
    ...named,
    course: course._id,
    own: own?._id ?? '',
    lecture: lectures[0]._id,
    bundle: bundle._id,
    order: orders[0]._id,
    ...{ quiz, ownQuiz, passed, accepted, closed, watched },
    attempt: attempts[0]._id,
    student: students[0]._id,
    serial: certificates[0].serial,
  }
}

export async function removeBundle(page: Page, { bundle }: Ids): Promise<void> {
  await signInAs(page, 'educator')
  await page.request.delete(`/api/offers/bundles/${bundle}`)
}

/** Signs the browser in for the pages of a role. A visitor has done the first of two steps: the page of the second is theirs. */
export async function signInFor(page: Page, role: Role): Promise<void> {
  await signOut(page)
  if (role !== 'visitor') return signInAs(page, role)
  const person = await startAs(page, 'student', 'Careful Visitor')
  await addApp(page, person)
  await signOut(page)
  await page.request.post('/api/auth/login', { data: { email: person.email, password: person.password } })
}
