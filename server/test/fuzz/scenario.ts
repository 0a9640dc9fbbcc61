import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { useLists } from './admin-lists.ts'
import { useAgenda } from './agenda.ts'
import { announce } from './announcements.ts'
import { doAssignment } from './assignments.ts'
import { setCompletion, useCertificates } from './certificates.ts'
import { useFactors } from './factors.ts'
import { fromMail } from './from-mail.ts'
import { takeNotes } from './notes.ts'
import { askAndAnswer } from './questions.ts'
import { takeQuiz } from './quizzes.ts'
import type { Actor } from './requests.ts'
import { pay, refundSales } from './sales.ts'
import { askTutor, converse } from './talks.ts'
import { moveQuestions, setOpenings } from './transfer.ts'
import { FilePart, password, type World } from './world.ts'

const video = () =>
  new FilePart(readFileSync(join(import.meta.dirname, '../fixtures/small.mp4')), 'small.mp4', 'video/mp4')
/** One black pixel. */
const image = () =>
  new FilePart(
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
    'pixel.png',
    'image/png',
  )

type Body = Record<string, unknown>
const idOf = (value: unknown): string => String((value as { _id?: unknown } | undefined)?._id ?? '')

/** A published course with a lecture, and someone whom admins may do anything to. */
export async function replenish(
  world: World,
  price: number | string = 0,
): Promise<{ courseId: string; lectureId: string }> {
  const body = { title: `Course ${randomBytes(3).toString('hex')}`, category: 'Web Development' }
  let course = await world.call('courses.create', 'educator', { body })
  if (!course) {
    // this educator has made as many as one may in that time
    world.emails.delete('educator')
    await world.signIn('educator')
    course = await world.call('courses.create', 'educator', { body })
  }
  const courseId = idOf(course)
  const made = await world.call('lectures.create', 'educator', {
    path: { courseId },
    body: { lectureTitle: 'First steps' },
  })
  const lectureId = idOf(made?.lecture)
  const edited = await world.call('courses.edit', 'educator', {
    path: { courseId },
    body: { price, isPublished: 'true', level: 'Beginner', description: 'About it', thumbnail: image() },
  })
  const [, imageId, file] = /\/images\/([^/]+)\/([^/?]+)/.exec(String(edited?.thumbnail)) ?? []
  await world.call('media.image', 'visitor', { path: { imageId, file } })
  const victim = await world.call('accounts.signup', 'visitor', {
    body: {
      name: 'Someone',
      email: `victim-${randomBytes(6).toString('hex')}@test.example`,
      password,
      role: 'student',
    },
  })
  world.keep('userId', victim?._id)
  world.cookies.delete('visitor')
  return { courseId, lectureId }
}

async function resetPassword(world: World): Promise<void> {
  const email = world.emails.get('student')
  await world.call('accounts.sendOtp', 'visitor', { body: { email } })
  const token = await fromMail(world, /forgotpassword#(\w{43,})/, { asShown: false })
  await world.call('accounts.verifyResetLink', 'visitor', { body: { token } })
  await world.call('accounts.sendOtp', 'visitor', { body: { email } })
  const otp = await fromMail(world, /set a new password:\s+(\d{4})(?!\d)/)
  await world.call('accounts.verifyOtp', 'visitor', { body: { email, otp } })
  await world.call('accounts.resetPassword', 'visitor', { body: { email, password } })
  world.cookies.delete('visitor')
  await world.signIn('student')
  await world.call('accounts.changePassword', 'student', { body: { current: password, password } })
}

/** Gives the student another address. */
async function moveAddress(world: World): Promise<void> {
  const email = `moved-${randomBytes(4).toString('hex')}@test.example`
  await world.call('ownAccount.changeEmail', 'student', { body: { email, current: password } })
  const code = await fromMail(world, /account page:\s+(\d{6})/)
  await world.call('ownAccount.status', 'student')
  await world.call('ownAccount.confirmEmail', 'student', { body: { code } })
  world.emails.set('student', email)
  await world.call('ownAccount.exportData', 'student')
  await world.call('notifications.settings', 'student')
  await world.call('notifications.saveSetting', 'student', { body: { subject: 'lectures', byMail: true } })
  const token = await fromMail(world, /unsubscribe\?token=([\w.-]+)/, { asShown: false })
  await world.call('notifications.unsubscribe', 'visitor', { body: { token } })
}

/** Deletes the student, who signs up again. */
async function deleteAccount(world: World): Promise<void> {
  await world.call('ownAccount.deleteAccount', 'student', { body: { confirm: 'DELETE', current: password } })
  world.emails.delete('student')
  await world.signIn('student')
}

async function signInWithProvider(world: World): Promise<void> {
  const consent = await world.call('accounts.googleConsent', 'visitor')
  const asked = new URL(String(consent?.authorizationUrl ?? world.origin), world.origin)
  const redirectUri = `${world.origin}/auth/callback`
  const form = new URLSearchParams([
    ...asked.searchParams,
    ['redirect_uri', redirectUri],
    ['name', 'Gita'],
    ['email', `gita-${randomBytes(4).toString('hex')}@test.example`],
  ])
  const answer = await fetch(`${world.origin}/dev/sign-in`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
    headers: { origin: world.origin },
  })
  const back = new URL(answer.headers.get('location') ?? world.origin, world.origin).searchParams
  await world.call('accounts.googleToken', 'visitor', {
    body: {
      code: back.get('code'),
      redirect_uri: redirectUri,
      role: 'student',
      state: back.get('state') ?? asked.searchParams.get('state'),
    },
  })
  world.cookies.delete('visitor')
}

async function invite(world: World): Promise<void> {
  const addresses = [1, 2].map(() => `invited-${randomBytes(4).toString('hex')}@test.example`)
  for (const email of addresses) await world.call('invitations.send', 'admin', { body: { email } })
  const token = await fromMail(world, /invitation[^"]*?([\w-]{43})(?![\w-])/, { asShown: false })
  await world.call('invitations.read', 'visitor', { body: { token } })
  await world.call('invitations.accept', 'visitor', { body: { token, name: 'Invited', password } })
  world.cookies.delete('visitor')
  await world.call('invitations.list', 'admin')
  await world.call('invitations.withdraw', 'admin', { path: { invitationId: world.newest('invitationId') } })
}

async function hold(world: World, lectureId: string): Promise<void> {
  const path = { lectureId }
  const at = new Date(Date.now() + 3_600_000).toISOString()
  await world.call('live.schedule', 'educator', { path, body: { liveStartTime: at } })
  await world.call('live.calendar', 'student', { path })
  await world.call('live.start', 'educator', { path })
  for (const id of ['join', 'session', 'ice', 'messages']) await world.call(`live.${id}`, 'student', { path })
  await world.call('liveTogether.saveNotes', 'educator', { path, body: { text: 'A loop that holds' } })
  await world.call('liveTogether.notes', 'student', { path })
  await world.call('live.end', 'educator', { path })
  await world.call('liveBoard.lastBoard', 'educator', { path })
}

/** Pays the educator for a sale that is not held. */
async function payOut(world: World): Promise<void> {
  const { call } = world
  await call('admin.saveSettings', 'admin', { body: { refundDays: 0, payoutMinimum: 1 } })
  const { courseId } = await replenish(world, 499)
  await pay(world, courseId, 'verify')
  await call('admin.saveSettings', 'admin', { body: { refundDays: 7 } })
  for (const id of ['balance', 'list', 'statements']) await call(`payouts.${id}`, 'educator')
  const month = { path: { month: world.newest('month') } }
  for (const id of ['statementCsv', 'statementPdf']) await call(`payouts.${id}`, 'educator', month)
  await call('payoutRuns.payable', 'admin')
  const draft = async () => {
    const made = (await call('payoutRuns.create', 'admin', { body: { note: 'November' } })) as
      | { run?: Body }
      | undefined
    return { path: { runId: idOf(made?.run) } }
  }
  await call('payoutRuns.cancel', 'admin', { ...(await draft()), body: { reason: 'A mistake' } })
  const run = await draft()
  for (const id of ['get', 'confirm', 'file']) await call(`payoutRuns.${id}`, 'admin', run)
  await call('payoutRuns.paid', 'admin', { ...run, body: { reference: 'UTR 7' } })
  const returned = { path: { payoutId: world.newest('payoutId') }, body: { reason: 'Account closed' } }
  await call('payoutRuns.returned', 'admin', returned)
  await call('payoutRuns.list', 'admin')
  await call('storage.site', 'admin')
  await call('storage.own', 'educator')
}

/** Uses the product as people do, so that there is something to attack, and every operation succeeds where it can. */
export async function useProduct(world: World): Promise<void> {
  const { call } = world
  for (const actor of ['student', 'educator', 'admin', 'rival'] satisfies Actor[]) await world.signIn(actor)
  const bank = {
    holder: 'Asha Iyer',
    accountNumber: '123456789012',
    accountNumberAgain: '123456789012',
    ifsc: 'SBIN0001234',
  }
  // before the first sale: later ones would pause payouts
  await call('payouts.saveAccount', 'educator', { body: { ...bank, current: password } })
  const paid = await replenish(world, 499)
  const { courseId, lectureId } = await replenish(world)
  const course = { path: { courseId } }
  const lecture = { path: { lectureId } }
  await call('enrolments.createOrder', 'student', { body: { courseId } })
  await pay(world, paid.courseId, 'verify')
  await refundSales(world, paid.courseId)
  await call('lectures.edit', 'educator', {
    ...lecture,
    body: { lectureTitle: 'Videos', isPreviewFree: 'true', videoUrl: video(), description: '**a**', text: '# b' },
  })
  for (const id of ['uploads.create', 'uploads.create', 'uploads.create', 'uploads.list'] as const)
    await call(id, 'educator')
  const sending = { path: { uploadId: world.newest('uploadId') } }
  await call('uploads.head', 'educator', sending)
  await call('uploads.append', 'educator', {
    ...sending,
    body: 'a video',
    headers: { 'content-type': 'application/offset+octet-stream' },
  })
  await call('uploads.result', 'educator', sending)
  const canceled = { path: { uploadId: world.pools.get('uploadId')?.at(-2) } }
  await call('uploads.checksums', 'educator', { ...canceled, body: { first: 0, sha256: ['a'.repeat(64)] } })
  await call('uploads.cancel', 'educator', canceled)
  await call('uploads.override', 'educator', { path: { uploadId: world.pools.get('uploadId')?.at(-3) } })
  await call('videos.list', 'educator', course)
  await call('videos.cancel', 'educator', lecture)
  await call('videos.retry', 'educator', lecture)
  const pdf = new FilePart(Buffer.from('%PDF-1.7 notes'), 'notes.pdf', 'application/pdf')
  // the document has one name for the parameter of both paths
  const attach = { path: { id: lectureId }, body: { file: pdf } }
  const attached = await call('lectures.attach', 'educator', attach)
  await call('lectures.attach', 'educator', attach)
  await call('lectures.content', 'student', lecture)
  const attachmentId = idOf((attached?.attachments as unknown[] | undefined)?.[0])
  const attachment = { path: { id: attachmentId, attachmentId } }
  await call('media.attachment', 'student', attachment)
  await call('lectures.detach', 'educator', attachment)
  await call('media.video', 'student', lecture)
  const second = idOf(
    (await call('lectures.create', 'educator', { ...course, body: { lectureTitle: 'Two' } }))?.lecture,
  )
  await call('lectures.reorder', 'educator', { ...course, body: { lectureIds: [second, lectureId] } })
  const section = idOf((await call('sections.create', 'educator', { ...course, body: { title: 'Start' } }))?.section)
  await call('sections.rename', 'educator', { path: { sectionId: section }, body: { title: 'First steps' } })
  const rows = [
    { kind: 'section', id: section },
    { kind: 'lecture', id: lectureId },
    { kind: 'lecture', id: second },
  ]
  await call('sections.arrange', 'educator', { ...course, body: { rows } })
  await call('sections.remove', 'educator', { path: { sectionId: section } })
  const vtt = 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n'
  for (const language of ['en', 'hi'])
    await call('lectures.setCaptions', 'educator', {
      ...lecture,
      body: { language, captions: vtt, text: vtt, file: vtt, vtt },
    })
  const chapters = [
    { start: 0, title: 'Begin' },
    { start: 1, title: 'Go on' },
  ]
  await call('lectures.setChapters', 'educator', { ...lecture, body: { chapters } })
  await call('tutor.drafting', 'educator', lecture)
  await call('tutor.draft', 'educator', { ...lecture, body: { kind: 'chapters' } })
  await call('transcriptions.start', 'educator', { ...lecture, body: { language: 'ta' } })
  await call('transcriptions.read', 'educator', lecture)
  await call('transcriptions.stop', 'educator', lecture)
  const spoken = { text: 'Welcome to the course', replace: true }
  await call('transcriptions.align', 'educator', { ...lecture, body: spoken })
  await call('transcriptions.stop', 'educator', lecture)
  await call('media.captions', 'student', { path: { lectureId, file: 'en.vtt' } })
  await call('lectures.removeCaptions', 'educator', { path: { lectureId, language: 'hi' } })
  const draft = { path: { kind: 'lecture', subject: lectureId } }
  const typed = { content: { kind: 'lecture', typed: { text: '# Not yet' } }, version: null, seen: null }
  await call('drafts.store', 'educator', { ...draft, body: typed })
  await call('drafts.read', 'educator', draft)
  await call('lectures.remove', 'educator', { path: { lectureId: second } })
  await hold(world, lectureId)
  for (const rating of [5, 4]) await call('reviews.give', 'student', { body: { courseId, rating, comment: 'Clear' } })
  const review = { path: { reviewId: world.newest('reviewId') } }
  await call('reviews.reply', 'educator', { ...review, body: { text: 'Thank you' } })
  await call('reviews.report', 'educator', { ...review, body: { reason: 'spam', text: '' } })
  await call('reviews.ofCourse', 'student', course)
  await call('reviews.removeReply', 'educator', review)
  await call('reviews.remove', 'student', review)
  await call('learning.report', 'student', { ...lecture, body: { seconds: 1, completed: true } })
  await takeNotes(world, { courseId, lectureId })
  await takeQuiz(world, { courseId, videoLectureId: lectureId, picture: image() })
  await useAgenda(world)
  await doAssignment(world, courseId)
  await moveQuestions(world, { courseId })
  await setOpenings(world, { courseId, lectureId })
  await askAndAnswer(world, { courseId, lectureId })
  await askTutor(world, courseId)
  await announce(world, { courseId })
  await useCertificates(world, courseId)
  await call('courses.get', 'student', course)
  const seen = { id: randomBytes(8).toString('hex'), videoId: world.newest('videoId'), intervals: [[0, 1]] }
  await call('learning.watched', 'student', { ...lecture, body: seen })
  await setCompletion(world, { courseId, lectureId })
  for (const name of ['insight.course', 'insight.exportCourse'] as const) await call(name, 'educator', course)
  for (const name of ['insight.lecture', 'insight.exportLecture'] as const) await call(name, 'educator', lecture)
  await call('accounts.updateProfile', 'student', { body: { description: 'I learn', photoUrl: image() } })
  await call('publicPages.sitemap', 'visitor', { path: { file: 'pages.xml' } })
  await call('courses.creator', 'student', {
    body: { userId: idOf((await call('accounts.current', 'educator'))?.user) },
  })
  await call('wishlist.add', 'student', { body: { courseId } })
  await converse(world, courseId)
  await resetPassword(world)
  await moveAddress(world)
  await signInWithProvider(world)
  for (let attempt = 0; attempt < 100 && !world.newest('notificationId'); attempt++) {
    await call('notifications.list', 'student')
    await sleep(100)
  }
  await call('notifications.markRead', 'student', { path: { notificationId: world.newest('notificationId') } })
  await payOut(world)
  await deleteAccount(world)
  await invite(world)
  await sellOffers(world)
  await administer(world)
  await useLists(world, paid.courseId)
  await useFactors(world)
}

/** Coupons of an educator and of the site, a sale and a bundle, each used. */
async function sellOffers(world: World): Promise<void> {
  const { call } = world
  const courses = [await replenish(world, 500), await replenish(world, 300)]
  const [courseId, otherId] = courses.map((one) => one.courseId)
  const code = () => `CODE-${randomBytes(4).toString('hex')}`
  const coupon = { code: code(), kind: 'percent', value: 50, maxUses: 100, courseIds: [courseId] }
  const own = await call('ownOffers.createCoupon', 'educator', { body: coupon })
  await call('ownOffers.coupons', 'educator')
  await call('offers.quote', 'student', { query: { courseId, code: coupon.code } })
  await call('enrolments.createOrder', 'student', { body: { courseId, coupon: coupon.code } })
  await call('ownOffers.disableCoupon', 'educator', { path: { couponId: idOf(own) } })
  const endsAt = new Date(Date.now() + 86_400_000).toISOString()
  await call('ownOffers.setSale', 'educator', { path: { courseId }, body: { price: 400, endsAt } })
  await call('ownOffers.sale', 'educator', { path: { courseId } })
  await call('ownOffers.endSale', 'educator', { path: { courseId } })
  const bundle = { title: 'Both', description: 'Two', price: 600, courseIds: [courseId, otherId], isPublished: true }
  const first = await call('ownOffers.createBundle', 'educator', { body: bundle })
  const bundleId = idOf(first)
  await call('ownOffers.ownBundle', 'educator', { path: { bundleId } })
  await call('ownOffers.editBundle', 'educator', { path: { bundleId }, body: { ...bundle, price: 500 } })
  await call('offers.bundle', 'visitor', { path: { bundleId } })
  await call('offers.bundlesOf', 'visitor', { path: { courseId } })
  await call('enrolments.createOrder', 'student', { body: { bundleId } })
  await call('ownOffers.ownBundles', 'educator')
  const second = await call('ownOffers.createBundle', 'educator', { body: bundle })
  await call('ownOffers.removeBundle', 'educator', { path: { bundleId: idOf(second) } })
  const third = { path: { bundleId: idOf(await call('ownOffers.createBundle', 'educator', { body: bundle })) } }
  await call('adminOffers.removeBundle', 'admin', { ...third, body: { reason: 'Not a bundle' } })
  const made = await call('adminOffers.createCoupon', 'admin', { body: { code: code(), kind: 'amount', value: 100 } })
  await call('adminOffers.coupons', 'admin')
  await call('adminOffers.disableCoupon', 'admin', { path: { couponId: idOf(made) } })
}

async function administer(world: World): Promise<void> {
  const { call } = world
  const body = { reason: 'A reason that is long enough' }
  const userId = world.newest('userId')
  await call('admin.suspend', 'admin', { path: { userId }, body })
  await call('admin.restore', 'admin', { path: { userId } })
  await call('admin.changeRole', 'admin', { path: { userId }, body: { role: 'educator' } })
  await call('admin.exportUser', 'admin', { path: { userId } })
  await call('admin.deleteUser', 'admin', { path: { userId }, body: { confirm: true } })
  const { courseId, lectureId } = await replenish(world)
  await call('admin.unlist', 'admin', { path: { courseId }, body })
  await call('admin.relist', 'admin', { path: { courseId } })
  await call('enrolments.createOrder', 'student', { body: { courseId } })
  await call('learning.report', 'student', { path: { lectureId }, body: { seconds: 0 } })
  const review = await call('reviews.give', 'student', { body: { courseId, rating: 1, comment: 'Removed soon' } })
  await call('admin.reviews', 'admin')
  await call('admin.reportedReviews', 'admin')
  await call('admin.keepReview', 'admin', { path: { reviewId: idOf(review) || world.newest('reviewId') } })
  await call('admin.removeReview', 'admin', {
    path: { reviewId: idOf(review?.review ?? review) || world.newest('reviewId') },
    body,
  })
  const settings = (await call('admin.settings', 'admin')) as { settings?: Body } | undefined
  await call('admin.saveSettings', 'admin', { body: settings?.settings ?? settings ?? {} })
  await call('accounts.sessions', 'student')
  const before = world.cookies.get('student') ?? ''
  await world.signIn('student')
  world.cookies.set('student', before)
  const { sessions = [] } = ((await call('accounts.sessions', 'student')) ?? {}) as { sessions?: Body[] }
  const other = sessions.find(({ current }) => !current)
  await call('accounts.endSession', 'student', { path: { sessionId: other?._id } })
  await call('accounts.endOtherSessions', 'student')
}
