import type { CaptionSource } from '@virtual-courses/contract'
import type { Executor } from '#core/executor.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'

/** Counts the other languages that a lecture has captions in. */
export async function countOtherLanguages(tx: Tx, lectureId: string, language: string): Promise<number> {
  const { count } = await tx
    .selectFrom('lecture_captions')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('lecture_id', '=', lectureId)
    .where('language', '<>', language)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function upsertCaptions(
  tx: Tx,
  { id: lectureId, ownerId }: { id: string; ownerId: string },
  captions: { language: string; label: string; vtt: string; source: CaptionSource },
  now: Date,
): Promise<void> {
  const { language, vtt, ...rest } = captions
  // a new row, since copies may share the old text, which is deleted with the last captions that refer to it
  const content = { ...rest, text_id: newId() }
  await tx.insertInto('caption_texts').values({ id: content.text_id, owner_id: ownerId, vtt }).execute()
  await tx
    .insertInto('lecture_captions')
    .values({ lecture_id: lectureId, language, ...content, updated_at: now })
    .onConflict((conflict) => conflict.columns(['lecture_id', 'language']).doUpdateSet({ ...content, updated_at: now }))
    .execute()
}

export async function deleteCaptionsIn(tx: Tx, lectureId: string, language: string): Promise<void> {
  await tx.deleteFrom('lecture_captions').where('lecture_id', '=', lectureId).where('language', '=', language).execute()
}

export const findCaptionText = (on: Executor, lectureId: string, language: string) =>
  on
    .selectFrom('lecture_captions')
    .innerJoin('caption_texts', 'caption_texts.id', 'lecture_captions.text_id')
    .select(['vtt', 'source'])
    .where('lecture_id', '=', lectureId)
    .where('language', '=', language)
    .executeTakeFirst()
