import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'

/** The day in UTC. */
const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

/**
 * Takes one of the day's answers of the language model; returns false when none are left. Counted in the database, so that
 * processes share the budget and a restart does not reset it.
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

/** Returns an unused answer to the budget of its day. */
export async function returnAnswer(on: Executor, day: Date): Promise<void> {
  await on
    .updateTable('assistant_usage')
    .set({ answers: sql`answers - 1` })
    .where('day', '=', dayOf(day))
    .where('answers', '>', 0)
    .execute()
}

/** Adds the tokens of an answer to the day on which it was taken. */
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
