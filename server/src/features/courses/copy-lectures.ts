import { sql } from 'kysely'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'

/** Gives a course that has no lectures copies of another one's, in their order, with captions and the same videos; no sessions. */
export async function copyLectures(tx: Tx, { from, to, now }: { from: string; to: string; now: Date }): Promise<void> {
  const lectures = await tx
    .selectFrom('lectures')
    .select(['id', 'position', 'title', 'is_preview_free', 'video_id'])
    .where('course_id', '=', from)
    .execute()
  if (lectures.length === 0) return
  const copies = lectures.map((lecture) => ({ of: lecture.id, row: { ...lecture, id: newId() } }))
  await tx
    .insertInto('lectures')
    .values(copies.map(({ row }) => ({ ...row, course_id: to, created_at: now })))
    .execute()
  await sql`
    insert into lecture_captions (lecture_id, language, label, vtt, updated_at)
    select pair.copy, captions.language, captions.label, captions.vtt, ${now}::timestamptz
    from lecture_captions as captions
    join unnest(${copies.map(({ of }) => of)}::text[], ${copies.map(({ row }) => row.id)}::text[]) as pair (original, copy)
      on pair.original = captions.lecture_id`.execute(tx)
  await tx.updateTable('courses').set({ lecture_count: copies.length }).where('id', '=', to).execute()
}
