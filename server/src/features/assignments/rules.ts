import type { AnswerOutcome, AnswerState, ClosedReason, LateRule, Rubric } from '@virtual-courses/contract'

export type Act = 'save' | 'hand-in' | 'withdraw' | AnswerOutcome

/** What each act makes of an answer in a state; what is not listed is not possible. Withdrawn, it is what it was before. */
const transitions: Readonly<Record<AnswerState, Partial<Record<Act, AnswerState | 'before'>>>> = {
  draft: { save: 'draft', 'hand-in': 'handed-in' },
  'handed-in': { withdraw: 'before', returned: 'returned', accepted: 'accepted' },
  returned: { save: 'returned', 'hand-in': 'handed-in', returned: 'returned', accepted: 'accepted' },
  accepted: { accepted: 'accepted' },
}

/** Returns the state after an act; null where it is not possible. `attempt` is how often the answer was handed in. */
export function nextState(state: AnswerState, act: Act, attempt: number): AnswerState | null {
  const next = transitions[state][act]
  if (next !== 'before') return next ?? null
  return attempt > 1 ? 'returned' : 'draft'
}

const dayMs = 24 * 3600 * 1000

/** Returns the number of days after the due time that have begun; 0 for in time. */
export const lateDays = (dueAt: Date | null, at: Date): number =>
  dueAt === null ? 0 : Math.max(0, Math.ceil((at.getTime() - dueAt.getTime()) / dayMs))

/** Returns what an answer loses by being late, in percent of its marks. */
export const percentOff = (rule: { lateRule: LateRule; latePercent: number }, days: number): number =>
  rule.lateRule === 'reduced' ? Math.min(100, rule.latePercent * days) : 0

/** Returns marks without what a late answer loses, with at most 2 decimals. */
export const finalMarks = (marks: number, off: number): number => (marks * (100 - off)) / 100

type Facts = {
  state: AnswerState
  attempt: number
  maxAttempts: number
  lateRule: LateRule
  lateDays: number
  isStudent: boolean
  removed: boolean
}

/** Returns why an answer cannot be handed in; null where it can. */
export function whyClosed(facts: Facts): ClosedReason | null {
  if (!facts.isStudent) return 'educator'
  if (facts.state === 'accepted') return 'accepted'
  if (facts.state === 'handed-in') return 'waiting'
  if (facts.removed) return 'removed'
  if (facts.attempt >= facts.maxAttempts) return 'attempts'
  return facts.lateRule === 'refused' && facts.lateDays > 0 ? 'late' : null
}

type Marked = {
  outcome: AnswerOutcome
  levels: Readonly<Record<string, string>>
  comments: Readonly<Record<string, string>>
  comment: string
  marks: number | null
}

/**
 * Decides the marks of an answer: the points of the chosen levels, or without criteria those that were given, at most the highest. To
 * accept it every criterion needs its level; to return it a comment says what should change, and marks are given once all levels are.
 */
export function decideMarks(
  { rubric, maxMarks }: { rubric: Rubric; maxMarks: number },
  { outcome, levels, comments, comment, marks }: Marked,
):
  | { marks: number | null }
  | { problem: 'unknown-part' | 'levels-missing' | 'marks-missing' | 'too-many' | 'no-comment' } {
  const known = new Map(rubric.map((criterion) => [criterion.id, criterion]))
  if (![...Object.keys(levels), ...Object.keys(comments)].every((id) => known.has(id)))
    return { problem: 'unknown-part' }
  if (outcome === 'returned' && comment === '' && Object.values(comments).every((one) => one === ''))
    return { problem: 'no-comment' }
  if (rubric.length === 0) {
    if (marks === null && outcome === 'accepted') return { problem: 'marks-missing' }
    return marks !== null && marks > maxMarks ? { problem: 'too-many' } : { marks }
  }
  const chosen = Object.entries(levels).map(([id, level]) => known.get(id)?.levels.find((one) => one.id === level))
  const points = chosen.flatMap((level) => (level ? [level.points] : []))
  if (points.length < chosen.length) return { problem: 'unknown-part' }
  if (points.length === rubric.length) return { marks: points.reduce((sum, one) => sum + one, 0) }
  return outcome === 'accepted' ? { problem: 'levels-missing' } : { marks: null }
}

/** Whether a file belongs to an attempt. */
export const isInAttempt = (file: { added_in: number; removed_in: number | null }, attempt: number): boolean =>
  file.added_in <= attempt && (file.removed_in === null || file.removed_in > attempt)

/** Returns the number of the attempt that a student is working on, or that waits. */
export const attemptInHand = ({ state, attempt }: { state: AnswerState; attempt: number }): number =>
  state === 'draft' || state === 'returned' ? attempt + 1 : attempt

/** Returns names of one folder with a number behind those that are there already, whatever their case. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const dot = name.lastIndexOf('.')
    const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    let distinct = name
    for (let count = 2; taken.has(distinct.toLowerCase()); count++) distinct = `${stem} (${count})${end}`
    taken.add(distinct.toLowerCase())
    return distinct
  })
}
