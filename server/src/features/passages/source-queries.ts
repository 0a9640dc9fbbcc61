import type { Chapter, PassageKind } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { PackedPassage } from './packing/passage.ts'

/** Counts up when passages are made or packed in another way: all are made again. */
const version = 2

/** Media types of attachments that are read. */
export const readTypes = ['application/pdf', 'text/plain', 'text/markdown']
/** Attachments that are larger are not read. */
export const mostAttachmentBytes = 20_000_000

/** A source of a lecture, and the hash under which its passages are kept. */
export type Source = { lectureId: string; kind: PassageKind; track: string; setId: string }

const hashOf = (kind: PassageKind, ...parts: ReturnType<typeof sql>[]) =>
  sql`md5(concat_ws(chr(31), ${sql.lit(`${version}`)}, ${sql.lit(kind)}, ${sql.join(parts)}))`

/**
 * The sources of lectures as they are at this moment, as a statement; `condition` is on the row of `lectures`. Quizzes and assignments have
 * none: their texts are asked, not taught.
 */
const sourcesOf = (condition: ReturnType<typeof sql>) => sql`
  select lectures.id as "lectureId", 'captions' as kind, captions.language as track,
      ${hashOf('captions', sql`captions.language`, sql`captions.text_id`, sql`lectures.chapters::text`)} as "setId"
    from lectures join lecture_captions as captions on captions.lecture_id = lectures.id
    where lectures.kind = 'lecture' and ${condition}
  union all select lectures.id, 'text', '', ${hashOf('text', sql`lectures.body`)}
    from lectures where lectures.kind = 'lecture' and lectures.body <> '' and ${condition}
  union all select lectures.id, 'description', '', ${hashOf('description', sql`lectures.description`)}
    from lectures where lectures.kind = 'lecture' and lectures.description <> '' and ${condition}
  union all select lectures.id, 'chapters', '', ${hashOf('chapters', sql`lectures.chapters::text`)}
    from lectures where lectures.kind = 'lecture' and jsonb_array_length(lectures.chapters) > 0 and ${condition}
  union all select lectures.id, 'attachment', attachments.id, ${hashOf('attachment', sql`attachments.file_id`)}
    from lectures join lecture_attachments as attachments on attachments.lecture_id = lectures.id
      join files on files.id = attachments.file_id
    where lectures.kind = 'lecture' and files.content_type = any(${readTypes}::text[]) and files.bytes <= ${mostAttachmentBytes} and ${condition}`

export async function findSources(on: Executor, lectureIds: readonly string[]): Promise<Source[]> {
  const { rows } = await sql<Source>`${sourcesOf(sql`lectures.id = any(${[...lectureIds]}::text[])`)}`.execute(on)
  return rows
}

/** Lectures behind `after` whose passages are not those of their sources, or lack vectors of the model, in the order of their ids. */
export async function findStale(
  on: Executor,
  { model, after, count }: { model: string | null; after: string; count: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with part as (select id from lectures where id > ${after} and kind = 'lecture' order by id limit ${count}),
      wanted as (${sourcesOf(sql`lectures.id in (select id from part)`)}),
      kept as (
        select links.lecture_id, links.kind, links.track, links.set_id, sets.model from lecture_passages as links
        join passage_sets as sets on sets.id = links.set_id where links.lecture_id in (select id from part)
      )
    select distinct coalesce(wanted."lectureId", kept.lecture_id) as id
    from wanted full join kept on kept.lecture_id = wanted."lectureId" and kept.kind = wanted.kind
      and kept.track = wanted.track and kept.set_id = wanted."setId"
    where wanted."lectureId" is null or kept.lecture_id is null or (${model}::text is not null and kept.model is distinct from ${model}::text)
    order by 1`.execute(on)
  return rows.map(({ id }) => id)
}

/** The last id of so many lectures behind one; undefined when there are none. */
export async function lastOfPage(on: Executor, after: string, count: number): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`
    select max(id) as id from (select id from lectures where id > ${after} and kind = 'lecture' order by id limit ${count}) as part`.execute(
    on,
  )
  return rows[0]?.id ?? undefined
}

/** What a source says, as it is stored. */
export type SourceText =
  | { kind: 'captions'; language: string; vtt: string; chapters: Chapter[] }
  | { kind: 'text' | 'description'; text: string }
  | { kind: 'chapters'; chapters: Chapter[]; seconds: number | null }
  | { kind: 'attachment'; fileId: string; contentType: string; bytes: number }

/** Returns what a source says; undefined when it is gone. */
export async function readSource(
  on: Executor,
  { lectureId, kind, track }: Pick<Source, 'lectureId' | 'kind' | 'track'>,
): Promise<SourceText | undefined> {
  if (kind === 'attachment') {
    const row = await on
      .selectFrom('lecture_attachments')
      .innerJoin('files', 'files.id', 'lecture_attachments.file_id')
      .select(['file_id', 'content_type', 'bytes'])
      .where('lecture_attachments.id', '=', track)
      .executeTakeFirst()
    return row && { kind, fileId: row.file_id, contentType: row.content_type, bytes: Number(row.bytes) }
  }
  const row = await on
    .selectFrom('lectures')
    .leftJoin('videos', 'videos.id', 'lectures.video_id')
    .select(['description', 'body', 'chapters', 'videos.duration_seconds'])
    .where('lectures.id', '=', lectureId)
    .executeTakeFirst()
  if (!row) return undefined
  const chapters = row.chapters as Chapter[] // written by setChaptersOf
  if (kind === 'chapters') return { kind, chapters, seconds: row.duration_seconds }
  if (kind !== 'captions') return { kind, text: kind === 'text' ? row.body : row.description }
  const captions = await on
    .selectFrom('lecture_captions')
    .innerJoin('caption_texts', 'caption_texts.id', 'lecture_captions.text_id')
    .select('vtt')
    .where('lecture_id', '=', lectureId)
    .where('language', '=', track)
    .executeTakeFirst()
  return captions && { kind, language: track, vtt: captions.vtt, chapters }
}

export type NewSet = {
  id: string
  kind: PassageKind
  language: string
  passages: readonly PackedPassage[]
  words: Buffer
  topics: number[]
  model: string | null
  vectors: Buffer | null
}

/** Which of these sets there are, with the model of their vectors. */
export async function findSetModels(on: Executor, ids: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await on
    .selectFrom('passage_sets')
    .select(['id', 'model'])
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute()
  return new Map(rows.map(({ id, model }) => [id, model]))
}

/** Keeps a set, with newer vectors in place of older ones. */
export async function saveSet(tx: Tx, set: NewSet, now: Date): Promise<void> {
  const { passages, ...columns } = set
  await tx
    .insertInto('passage_sets')
    .values({ ...columns, passages: JSON.stringify(passages), made_at: now })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ model: set.model, vectors: set.vectors, made_at: now }),
    )
    .execute()
}

/** Keeps a lecture and its texts from changing until the transaction ends. */
export async function lockTexts(tx: Tx, lectureId: string): Promise<boolean> {
  const { rows } = await sql`
    select from courses where id = (select course_id from lectures where id = ${lectureId}) for share`.execute(tx)
  return rows.length > 0
}

/** Has a lecture refer to these sets alone; those that no lecture refers to any more are deleted with the link. */
export async function linkSets(tx: Tx, lectureId: string, sources: readonly Source[]): Promise<void> {
  const kept = sources.map(({ kind, track }) => `${kind} ${track}`)
  await sql`
    delete from lecture_passages where lecture_id = ${lectureId} and not (kind || ' ' || track = any(${kept}::text[]))`.execute(
    tx,
  )
  if (sources.length === 0) return
  await tx
    .insertInto('lecture_passages')
    .values(sources.map(({ kind, track, setId }) => ({ lecture_id: lectureId, kind, track, set_id: setId })))
    .onConflict((conflict) =>
      conflict
        .columns(['lecture_id', 'kind', 'track'])
        .doUpdateSet((columns) => ({ set_id: columns.ref('excluded.set_id') }))
        .where((columns) => columns('lecture_passages.set_id', '<>', columns.ref('excluded.set_id'))),
    )
    .execute()
}

/** Deletes sets that no lecture refers to: those that a link was being made to when their last one went. */
export async function deleteUnused(on: Executor, before: Date): Promise<void> {
  await sql`
    delete from passage_sets where made_at < ${before}
      and not exists (select from lecture_passages where lecture_passages.set_id = passage_sets.id)`.execute(on)
}
