import { msg, plural } from '@lingui/core/runtime-macro'
import type { Completion, CompletionRule } from '@virtual-courses/contract'
import type { Say } from '#core/languages/language.ts'
import { type CompletionState, isReached, missingParts } from './completion-rules.ts'

/**
 * Says what is missing to complete a course, or that nothing is: the same sentence wherever completion is shown. `closed` is how much of
 * it is not open to the student yet.
 */
export function sayCompletion(state: CompletionState, rule: CompletionRule, say: Say, closed = 0): string {
  if (state.completedAt)
    return say(
      state.required === 0 || isReached(state) ? msg`Completed.` : msg`Completed. What is still open is extra.`,
    )
  if (state.required === 0) return say(msg`Nothing here counts towards completing the course yet.`)
  if (isReached(state)) return say(msg`Everything that counts is done.`)
  const list = new Intl.ListFormat(say.locale).format(missingParts(state, rule).map(say))
  if (closed === 0) return say(msg`Still to do: ${{ list }}.`)
  return say(
    msg`Still to do: ${{ list }}. ${plural({ closed }, { one: '# of them is not open yet', other: '# of them are not open yet' })}.`,
  )
}

/** What a student holds of a completion. */
export type Award = Pick<Completion, 'certificate' | 'certificateOpen'>

export const presentCompletion = (
  state: CompletionState,
  rule: CompletionRule,
  say: Say,
  { closed = 0, certificate = null, certificateOpen = false }: { closed?: number } & Partial<Award> = {},
): Completion => ({
  completedAt: state.completedAt?.toISOString() ?? null,
  required: state.required,
  met: state.met,
  missing: state.missing,
  sentence: sayCompletion(state, rule, say, closed),
  certificate,
  certificateOpen,
})
