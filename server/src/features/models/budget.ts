import { sql } from 'kysely'
import type { Executor } from '#core/transact.ts'

/** UTC. */
const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

/**
 * Takes one of the day's answers of the language model; false when there are none left. Counted in the database: a restart
 * does not give the day back, and processes share it.
 */
export async function takeAnswer(on: Executor, now: Date, mostADay: number): Promise<boolean> {
  if (mostADay === 0) return false
  const taken = await on
    .insertInto('assistant_usage')
    .values({ day: dayOf(now), answers: 1 })
    .onConflict((conflict) =>
      conflict
        .column('day')
        .doUpdateSet({ answers: sql`assistant_usage.answers + 1` })
        .where('assistant_usage.answers', '<', mostADay),
    )
    .returning('day')
    .executeTakeFirst()
  return taken !== undefined
}

/** Gives an answer back to the day on which it was taken: its provider was never asked. */
export async function giveAnswerBack(on: Executor, day: Date): Promise<void> {
  await on
    .updateTable('assistant_usage')
    .set({ answers: sql`answers - 1` })
    .where('day', '=', dayOf(day))
    .where('answers', '>', 0)
    .execute()
}

/** Adds what an answer cost to the day on which it was taken. */
export async function addTokens(
  on: Executor,
  day: Date,
  used: { inputTokens: number; outputTokens: number },
): Promise<void> {
  await on
    .updateTable('assistant_usage')
    .set({
      input_tokens: sql`input_tokens + ${Math.round(used.inputTokens)}`,
      output_tokens: sql`output_tokens + ${Math.round(used.outputTokens)}`,
    })
    .where('day', '=', dayOf(day))
    .execute()
}
