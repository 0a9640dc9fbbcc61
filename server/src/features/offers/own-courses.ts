import type { api, QueryOf, ReplyOf } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Keyed, keysetSql, newestFirst } from '#core/keyset.ts'
import { likeText, rupeesOf } from '../courses/index.ts'

type Row = { id: string; title: string; price_paise: number | null; is_published: boolean }

const order = newestFirst('courses')

/** Returns a page of an educator's courses that an offer can be for, newest first; `text` is a part of their title. */
export async function listOwnCourses(
  { db }: Pick<FeatureDeps, 'db'>,
  educatorId: string,
  query: QueryOf<typeof api.ownOffers.courses>,
): Promise<ReplyOf<typeof api.ownOffers.courses>> {
  const { within, key, tail, pageOf } = keysetSql(order, query)
  const titled = query.text ? sql`and courses.title ilike ${likeText(query.text)}` : sql``
  const { rows } = await sql<Row & Keyed>`
    select courses.id, courses.title, courses.price_paise, courses.is_published, ${key} from courses
    where courses.creator_id = ${educatorId} and courses.removed_at is null ${titled} and ${within} ${tail}`.execute(db)
  const { rows: found, ...beside } = pageOf(rows)
  return {
    courses: found.map((row) => ({
      _id: row.id,
      title: row.title,
      price: row.price_paise === null ? null : rupeesOf(row.price_paise),
      isPublished: row.is_published,
    })),
    ...beside,
  }
}
