import { msg } from '@lingui/core/runtime-macro'
import type { QuizPart } from '@virtual-courses/contract'
import { digestOf, type MarksFile, type Remark, type Shown, type Wanted } from './marks-file.ts'

/** The most points that an attempt at a quiz can have: of its questions, and of each tag those with most points. */
export function mostPoints(
  parts: readonly QuizPart[],
  bank: readonly { id: string; tags: readonly string[]; points: number }[],
): number {
  const named = new Set(parts.flatMap((part) => (part.kind === 'question' ? [part.questionId] : [])))
  const used = new Set(named)
  const most = (tag: string, count: number): number => {
    const free = bank.filter(({ id, tags }) => tags.includes(tag) && !used.has(id))
    const drawn = free.toSorted((one, other) => other.points - one.points).slice(0, count)
    for (const { id } of drawn) used.add(id)
    return drawn.reduce((sum, { points }) => sum + points, 0)
  }
  const fixed = bank.filter(({ id }) => named.has(id)).reduce((sum, { points }) => sum + points, 0)
  return parts.reduce((sum, part) => (part.kind === 'draw' ? sum + most(part.tag, part.count) : sum), fixed)
}

/** An entry whose marks can be set. Marks are hundredths of a point. */
export type MarkedFact = {
  title: string
  /** the most marks of a student who has none of their own */
  most: number
  /** of a quiz; null where marks decide nothing */
  passPercent: number | null
}

/** Marks of a student at an entry: those that stand, and those that they have reached themselves. */
export type PresentMarks = { shown: Shown; own: { marks: number | null; maxMarks: number | null; done: boolean } }

export type Facts = {
  entries: ReadonlyMap<string, MarkedFact>
  /** names by id */
  students: ReadonlyMap<string, string>
  present: (studentId: string, lectureId: string) => PresentMarks | undefined
}

type Cell = { line: number; studentId: string; name: string; lectureId: string; title: string; maxMarks: number }
export type Change = Cell & {
  from: number | null
  /** marks that are set; null takes them back */
  set: number | null
  /** marks that the student has then */
  to: number | null
  /** whether the quiz is passed then; null where marks decide nothing */
  passed: boolean | null
}
export type Conflict = Cell & { exported: number | null; now: number | null; wanted: number | null }

export type Decision = {
  changes: Change[]
  conflicts: Conflict[]
  remarks: Remark[]
  /** what is as the file wants it, or will be: the same before an import and after it */
  targets: [studentId: string, lectureId: string, marks: number | null][]
}

const noMarks: PresentMarks = {
  shown: { marks: null, maxMarks: null, setId: null },
  own: { marks: null, maxMarks: null, done: false },
}

type Outcome = { remark: Remark['sentence'] } | { same: true } | { change: Change } | { conflict: Conflict } | null

/** Decides what becomes of a cell that was changed; null where it changes nothing. */
function decideCell(
  { line, studentId, lectureId, marks, exported }: Wanted,
  name: string,
  { entry, present }: { entry: MarkedFact; present: PresentMarks | undefined },
): Outcome {
  // what students have reached stays where a cell is emptied: only marks that were set go
  if (marks === null && !exported?.isSet) return null
  const { shown, own } = present ?? noMarks
  const maxMarks = own.maxMarks || entry.most
  if (marks !== null && maxMarks <= 0) return { remark: msg`This entry has no questions, so it has no marks` }
  if (marks !== null && marks > maxMarks)
    return { remark: msg`These are more than the ${{ most: maxMarks / 100 }} marks of this entry` }
  if (marks === null ? shown.setId === null : shown.marks === marks) return { same: true }
  const cell = { line, studentId, name, lectureId, title: entry.title, maxMarks }
  const digest = shown.marks === null ? null : digestOf(lectureId, shown)
  if (digest !== (exported?.digest ?? null))
    return { conflict: { ...cell, exported: exported?.marks ?? null, now: shown.marks, wanted: marks } }
  const passes = marks === null ? own.done : marks * 100 >= (entry.passPercent ?? 0) * maxMarks
  const passed = entry.passPercent === null ? null : passes
  return { change: { ...cell, from: shown.marks, set: marks, to: marks ?? own.marks, passed } }
}

/** Decides what a file changes, what it cannot, and what has changed since it was downloaded. */
export function decideImport(file: MarksFile, { entries, students, present }: Facts): Decision {
  const decision: Decision = { changes: [], conflicts: [], remarks: [...file.remarks], targets: [] }
  for (const { id, source } of file.entries)
    if (!entries.has(id))
      decision.remarks.push({ line: 1, source, sentence: msg`This course has no quiz and no assignment with this ID` })
  for (const { id, line, source } of file.students)
    if (!students.has(id)) decision.remarks.push({ line, source, sentence: msg`No student of this course has this ID` })
  for (const wanted of file.wanted) {
    const { line, studentId, lectureId, marks } = wanted
    const [entry, name] = [entries.get(lectureId), students.get(studentId)]
    if (!entry || name === undefined) continue
    const outcome = decideCell(wanted, name, { entry, present: present(studentId, lectureId) })
    if (outcome === null) continue
    if ('remark' in outcome)
      decision.remarks.push({
        line,
        source: [name, entry.title, (marks ?? 0) / 100].join(', '),
        sentence: outcome.remark,
      })
    else if ('conflict' in outcome) decision.conflicts.push(outcome.conflict)
    else {
      decision.targets.push([studentId, lectureId, marks])
      if ('change' in outcome) decision.changes.push(outcome.change)
    }
  }
  decision.remarks.sort((one, other) => one.line - other.line)
  return decision
}
