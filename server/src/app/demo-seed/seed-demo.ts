import { demo, demoPassword } from '@virtual-courses/demo/index'
import { sql } from 'kysely'
import type { AppDeps } from '#app/create-deps.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import { hashPassword } from '#features/accounts/index.ts'
import { issueInvoice, taxOfSale } from '#features/invoices/index.ts'
import { completeEntry, completeIfReached } from '#features/learning/index.ts'
import { post, saleOf } from '#features/ledger/index.ts'
import { assignmentRows } from './demo-assignment-rows.ts'
import { insertAttempts, insertPace, insertQuestions, issueCertificates } from './demo-learning.ts'
import { type DemoMedia, demoMedia } from './demo-media.ts'
import { noteRows } from './demo-note-rows.ts'
import { notificationRows, wishlistRows } from './demo-notification-rows.ts'
import { insertQuizzes } from './demo-quizzes.ts'
import {
  attachmentRows,
  captionRows,
  courseRows,
  daysBefore,
  enrolmentRows,
  lectureRows,
  of,
  orderItemRows,
  orderRows,
  progressRows,
  reviewRows,
  sectionRows,
} from './demo-rows.ts'
import { viewRows } from './demo-view-rows.ts'

/** Row that exists while the demo is written; at a start it means that the last one was interrupted. */
const unfinished = 'demo-unfinished'

/** Fills an empty database with the demo; does nothing when an account exists. After an interruption the next start begins again. */
export async function seedDemo(deps: AppDeps): Promise<void> {
  const { db } = deps
  const interrupted = await db
    .selectFrom('cache_versions')
    .select('name')
    .where('name', '=', unfinished)
    .executeTakeFirst()
  if (interrupted) await empty(deps)
  else if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return
  deps.log.info('filling the empty database with the demo')
  const ids = new Map(demo.users.map((user) => [user.key, newId()]))
  await transact(db, async (tx) => {
    if (!interrupted) await tx.insertInto('cache_versions').values({ name: unfinished }).execute()
    await insertUsers(tx, deps, ids, await hashed)
  })
  const media = await demoMedia(deps, ids)
  await transact(db, (tx) => insertCourses(tx, deps, ids, media))
}

/** The videos of all lectures, in their order. */
const findVideos = (tx: Tx) =>
  tx
    .selectFrom('lectures')
    .innerJoin('videos', 'videos.id', 'lectures.video_id')
    .select(['lectures.id as lectureId', 'course_id as courseId', 'videos.id as videoId'])
    .select(sql<number>`duration_seconds`.as('duration'))
    .where('duration_seconds', 'is not', null)
    .orderBy('course_id')
    .orderBy('position')
    .execute()

const hashed = hashPassword(demoPassword)

/** Deletes the rows of an interrupted start; a nightly job deletes media without rows. */
async function empty({ db }: AppDeps): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ name: string }>`select relname as name from pg_class
      where relname in ('ledger_transactions', 'ledger_entries', 'invoices', 'invoice_counters') and relkind = 'r'`.execute(
      tx,
    )
    // what is append-only refuses it otherwise
    for (const { name } of rows) await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx)
    await sql`truncate users, sessions, images, videos, caption_texts, passage_sets, storage_usage, storage_totals, courses, lectures, orders, enrolments, reviews, ledger_balances, educator_months, invoice_counters cascade`.execute(
      tx,
    )
    for (const { name } of rows) await sql`alter table ${sql.table(name)} enable trigger user`.execute(tx)
  })
}

async function insertUsers(tx: Tx, { clock }: AppDeps, ids: Map<string, string>, password: string): Promise<void> {
  const now = clock.now()
  const rows = demo.users.map((user, index) => ({
    id: ids.get(user.key) ?? newId(),
    name: user.name,
    email: user.email,
    password_hash: password,
    role: user.role,
    description: user.description,
    show_email: user.role === 'educator',
    photo_id: null,
    // verified, so that the local sign-in does not delete the password
    email_verified_at: now,
    created_at: daysBefore(now, 400 - index),
  }))
  await tx.insertInto('users').values(rows).execute()
}

/** Issues the documents of the paid orders as for any sale, the oldest first: their numbers are in the order of their dates. */
async function issueReceipts(tx: Tx, deps: AppDeps, orders: ReturnType<typeof orderRows>): Promise<void> {
  const paid = orders.filter(({ amount_paise }) => amount_paise > 0)
  for (const order of paid.toSorted((a, b) => a.sold_at.getTime() - b.sold_at.getTime())) {
    const { id: orderId, user_id: userId, course_id: courseId, list_paise: list, amount_paise: amount } = order
    const tax = await taxOfSale(tx, deps, userId, [amount])
    await issueInvoice(tx, deps, {
      orderId,
      userId,
      items: [{ courseId, list, amount }],
      tax,
      now: order.sold_at,
      silent: true,
    })
  }
}

async function insertCourses(tx: Tx, deps: AppDeps, ids: Map<string, string>, media: DemoMedia): Promise<void> {
  const { clock, config } = deps
  const now = clock.now()
  for (const [key, photoId] of media.photos) {
    await tx
      .updateTable('users')
      .set({ photo_id: photoId })
      .where('id', '=', ids.get(key) ?? '')
      .execute()
  }
  for (const [video, posterId] of media.posters) {
    await tx
      .updateTable('videos')
      .set({ poster_id: posterId })
      .where('id', '=', media.videos.get(video) ?? '')
      .execute()
  }
  const courses = courseRows(demo, ids, media, now)
  const courseIds = new Map(demo.courses.map((course, index) => [course.key, courses[index]?.id ?? '']))
  await tx.insertInto('courses').values(courses).execute()
  const sections = sectionRows(demo, courseIds, now)
  await tx.insertInto('course_sections').values(sections).execute()
  const lectures = lectureRows(demo, { courses: courseIds, sections, media, now })
  await tx.insertInto('lectures').values(lectures).execute()
  const created = { users: ids, courses: courseIds, lectures }
  await insertQuizzes(tx, deps, demo, created)
  // stored just now, but uploaded with their lectures
  await sql`update videos set created_at = lectures.created_at from lectures where lectures.video_id = videos.id`.execute(
    tx,
  )
  const owners = new Map(courses.map(({ id, creator_id }) => [id, creator_id]))
  const { captions, texts } = captionRows(demo, lectures, { owners, media, now })
  await tx.insertInto('caption_texts').values(texts).execute()
  await tx.insertInto('lecture_captions').values(captions).execute()
  await tx
    .insertInto('lecture_attachments')
    .values(attachmentRows(demo, lectures, media, now))
    .execute()
  const orders = orderRows(demo, ids, courseIds, now)
  await tx.insertInto('orders').values(orders).execute()
  const items = orderItemRows(orders, courses)
  await tx.insertInto('order_items').values(items).execute()
  await tx.insertInto('enrolments').values(enrolmentRows(orders)).execute()
  await issueReceipts(tx, deps, orders)
  await post(
    tx,
    { config },
    items.map((item) =>
      saleOf({
        orderId: item.order_id,
        parts: [{ amount: item.amount_paise, gst: 0, fee: 0 }],
        educators: [item.educator_id],
        at: item.sold_at,
        availableAt: item.sold_at,
      }),
    ),
  )
  const tasks = assignmentRows(demo, { users: ids, courses, courseIds, lectures }, now)
  await tx.insertInto('lectures').values(tasks.lectures).execute()
  await tx.insertInto('assignments').values(tasks.assignments).execute()
  await tx.insertInto('answers').values(tasks.answers).execute()
  // of one shape for one statement: what is not marked has nulls
  for (const attempt of tasks.attempts) await tx.insertInto('answer_attempts').values(attempt).execute()
  for (const { course_id } of tasks.lectures)
    await tx.updateTable('courses').set({ lecture_count: sql`lecture_count + 1` }).where('id', '=', course_id).execute()
  const progress = progressRows(demo, { users: ids, courses: courseIds, lectures, now })
  await tx.insertInto('lecture_progress').values(progress).execute()
  await tx
    .insertInto('lecture_views')
    .values(viewRows(progress, await findVideos(tx), now))
    .execute()
  await insertAttempts(tx, demo, created, now)
  for (const entry of tasks.accepted) await completeEntry(tx, entry)
  for (const { student, course } of demo.progress)
    await completeIfReached(tx, { userId: of(ids, student), courseId: of(courseIds, course) })
  await issueCertificates(tx)
  await insertQuestions(tx, demo, created, now)
  await insertPace(tx, demo, created, now)
  await tx
    .insertInto('reviews')
    .values(reviewRows(demo, ids, courseIds, now))
    .execute()
  await tx
    .insertInto('wishlist_items')
    .values(wishlistRows(demo, ids, courseIds, now))
    .execute()
  await tx
    .insertInto('notes')
    .values(noteRows(demo, created, now))
    .execute()
  await tx
    .insertInto('notifications')
    .values(notificationRows(demo, created, now))
    .execute()
  await tx.deleteFrom('cache_versions').where('name', '=', unfinished).execute()
  tx.invalidate('catalogue')
}
