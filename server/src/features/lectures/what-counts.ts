import type { CompletionRule } from '@virtual-courses/contract'
import { type Selectable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { CompletionRulesTable } from '#db/schema.ts'
import { needOf } from './entry-needs.ts'

/** Of courses whose educator has set nothing: every entry counts, and students tick lectures as they always could. */
export const defaultRule: CompletionRule = {
  videos: true,
  videoPercent: 90,
  byHand: true,
  texts: true,
  quizzes: true,
  assignments: true,
}

/** The part of a completion rule that says whether entries of a need count. */
export const parts = { video: 'videos', text: 'texts', quiz: 'quizzes', assignment: 'assignments' } as const

/** Whether an entry counts towards completing its course. */
export const counts = (entry: { kind: string; videoId: string | null }, rule: CompletionRule): boolean =>
  rule[parts[needOf(entry)]]

const ruleOf = (row: Selectable<CompletionRulesTable>): CompletionRule => ({
  videos: row.counts_videos,
  videoPercent: row.video_percent,
  byHand: row.by_hand,
  texts: row.counts_texts,
  quizzes: row.counts_quizzes,
  assignments: row.counts_assignments,
})

/** The rules of courses by their ids; those of which nothing was set are left out. */
export async function findRules(on: Executor, courseIds: readonly string[]): Promise<Map<string, CompletionRule>> {
  const rows = await on
    .selectFrom('completion_rules')
    .selectAll()
    .where('course_id', '=', sql<string>`any(${courseIds})`)
    .execute()
  return new Map(rows.map((row) => [row.course_id, ruleOf(row)]))
}
