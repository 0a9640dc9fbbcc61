import type { Tx } from '#core/transact.ts'

export async function putNotes(tx: Tx, { lectureId, text, at }: { lectureId: string; text: string; at: Date }) {
  await tx
    .insertInto('live_notes')
    .values({ lecture_id: lectureId, text, changed_at: at })
    .onConflict((conflict) => conflict.column('lecture_id').doUpdateSet({ text, changed_at: at }))
    .execute()
}

export async function deleteNotes(tx: Tx, lectureId: string): Promise<void> {
  await tx.deleteFrom('live_notes').where('lecture_id', '=', lectureId).execute()
}
