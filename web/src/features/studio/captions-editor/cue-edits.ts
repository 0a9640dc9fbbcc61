import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { maxCaptionsLength } from '@virtual-courses/contract'
import { timeText } from '#lib/text/time-text.ts'

/** A line of captions that is edited; times in milliseconds. */
export type EditedCue = {
  id: number
  start: number
  end: number
  text: string
  /** the text is WebVTT with tags, and is saved as it is */
  markup: boolean
}

export const maxEditedCues = 20_000
const maxUndo = 200
/** Length in milliseconds of a line that is added, and the shortest one. */
const newLength = 2000
const shortest = 100

/** What is edited, and what undo and redo go back to. */
export type Editing = {
  /** in the order of their times, but for a line whose times are being typed: its place follows with `order` */
  cues: readonly EditedCue[]
  /** id of the line that is edited */
  selected: number
  past: readonly (readonly EditedCue[])[]
  future: readonly (readonly EditedCue[])[]
  /** what was changed last: typing on in the same field is one step of undo */
  field: string | null
  nextId: number
}

export type Edit =
  | { kind: 'select'; id: number }
  | { kind: 'text'; id: number; text: string }
  | { kind: 'times'; id: number; start?: number; end?: number }
  /** puts the lines in the order of their times, after one was typed */
  | { kind: 'order' }
  | { kind: 'add' /** milliseconds */; at: number }
  | { kind: 'split'; id: number /** place in the text */; caret: number /** milliseconds */; at: number }
  | { kind: 'merge'; id: number }
  | { kind: 'remove'; id: number }
  | { kind: 'shift'; by: number }
  | { kind: 'undo' }
  | { kind: 'redo' }

const sorted = <Cue extends { start: number }>(cues: readonly Cue[]): Cue[] =>
  cues.toSorted((a, b) => a.start - b.start)

export const startEditing = (cues: readonly Omit<EditedCue, 'id'>[]): Editing => ({
  cues: sorted(cues).map((cue, id) => ({ ...cue, id })),
  selected: 0,
  past: [],
  future: [],
  field: null,
  nextId: cues.length,
})

const unescaped: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': '\u00a0',
  '&lrm;': '\u200e',
  '&rlm;': '\u200f',
}
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Names of characters that are no plain text here: they are kept as they are, with the tags. */
const otherNames = /&(?!(?:amp|lt|gt|nbsp|lrm|rlm);)#?[a-z\d]+;/i

/** Reads the text of a WebVTT cue: plain where it has no tags, so that what is typed is what is shown. */
export const readCueText = (text: string): Pick<EditedCue, 'text' | 'markup'> =>
  text.includes('<') || otherNames.test(text)
    ? { text, markup: true }
    : { text: text.replaceAll(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (name) => unescaped[name] ?? name), markup: false }

const vttText = ({ text, markup }: EditedCue): string => {
  // an empty line would end the cue
  const lines = text.split('\n').map((line) => line.trim())
  const full = lines.filter(Boolean).join('\n')
  return markup ? full : escaped(full)
}

const vttTime = (ms: number): string => {
  const text = timeText(ms)
  return text.split(':').length === 2 ? `00:${text.padStart(9, '0')}` : text.padStart(12, '0')
}

/** Writes cues as WebVTT, which wants them in the order of their times. */
export const toVtt = (cues: readonly EditedCue[]): string =>
  `WEBVTT\n\n${sorted(cues)
    .map((cue) => `${vttTime(cue.start)} --> ${vttTime(cue.end)}\n${vttText(cue)}\n`)
    .join('\n')}`

/** Returns what has to be changed in a line before it can be saved. */
export function problemOf({ start, end, text }: EditedCue): MessageDescriptor | null {
  if (end <= start) return msg`This line ends before it begins`
  return text.trim() === '' ? msg`Write what is said, or delete this line` : null
}

/** Returns why the captions as a whole cannot be saved. */
export function problemOfAll(cues: readonly EditedCue[]): MessageDescriptor | null {
  if (cues.length === 0) return msg`Add a line before you save`
  if (cues.length > maxEditedCues) return msg`Captions have at most 20,000 lines`
  return toVtt(cues).length > maxCaptionsLength
    ? msg`This is too long: captions have at most 3,00,000 characters`
    : null
}

const joined = (a: EditedCue, b: EditedCue): Pick<EditedCue, 'text' | 'markup'> => {
  if (a.markup === b.markup) return { text: `${a.text}\n${b.text}`.trim(), markup: a.markup }
  return { text: [a, b].map((cue) => (cue.markup ? cue.text : escaped(cue.text))).join('\n'), markup: true }
}

/** Returns the lines after a change, and which one is selected then; null when the change does nothing. */
function change(state: Editing, edit: Edit): { cues: readonly EditedCue[]; selected: number; field?: string } | null {
  const { cues, selected, nextId } = state
  if (edit.kind === 'shift') {
    // the earliest time of all: lines may stand in another order, or end before they begin, while times are typed
    const earliest = cues.reduce((least, { start, end }) => Math.min(least, start, end), Number.POSITIVE_INFINITY)
    const by = Math.max(edit.by, -earliest)
    if (by === 0 || cues.length === 0) return null
    return { cues: cues.map((cue) => ({ ...cue, start: cue.start + by, end: cue.end + by })), selected }
  }
  if (edit.kind === 'order') {
    const ordered = sorted(cues)
    return ordered.every((cue, index) => cue === cues[index]) ? null : { cues: ordered, selected }
  }
  if (edit.kind === 'add') {
    const start = edit.at
    const later = cues.flatMap((cue) => (cue.start > start + shortest ? cue.start : []))
    const end = later.reduce((least, one) => Math.min(least, one), start + newLength)
    return { cues: sorted([...cues, { id: nextId, start, end, text: '', markup: false }]), selected: nextId }
  }
  if (edit.kind === 'select' || edit.kind === 'undo' || edit.kind === 'redo') return null
  const at = cues.findIndex(({ id }) => id === edit.id)
  const cue = cues[at]
  if (!cue) return null
  switch (edit.kind) {
    case 'text':
      return { cues: cues.with(at, { ...cue, text: edit.text }), selected, field: `text ${cue.id}` }
    case 'times': {
      const { start = cue.start, end = cue.end } = edit
      const field = `${edit.start === undefined ? 'end' : 'start'} ${cue.id}`
      return { cues: cues.with(at, { ...cue, start, end }), selected, field }
    }
    case 'split': {
      if (cue.end - cue.start < 2 * shortest) return null
      const inside = edit.at > cue.start + shortest && edit.at < cue.end - shortest
      const share = cue.text === '' ? 0.5 : Math.min(0.9, Math.max(0.1, edit.caret / cue.text.length))
      const middle = inside ? edit.at : Math.round(cue.start + (cue.end - cue.start) * share)
      const first = { ...cue, end: middle, text: cue.text.slice(0, edit.caret).trim() }
      const second = { ...cue, id: nextId, start: middle, text: cue.text.slice(edit.caret).trim() }
      return { cues: cues.toSpliced(at, 1, first, second), selected: nextId }
    }
    case 'merge': {
      const next = cues[at + 1]
      if (!next) return null
      const [first, second] = next.start < cue.start ? [next, cue] : [cue, next]
      const merged = { ...cue, ...joined(first, second), start: first.start, end: Math.max(cue.end, next.end) }
      return { cues: cues.toSpliced(at, 2, merged), selected }
    }
    case 'remove': {
      const rest = cues.toSpliced(at, 1)
      return { cues: rest, selected: (rest[at] ?? rest[at - 1])?.id ?? -1 }
    }
  }
}

/** What an edit makes of the captions. */
export function editCues(state: Editing, edit: Edit): Editing {
  const { cues, past, future, selected } = state
  if (edit.kind === 'select') return { ...state, selected: edit.id, field: null }
  const from = edit.kind === 'undo' ? past.at(-1) : edit.kind === 'redo' ? future.at(-1) : null
  if (edit.kind === 'undo' || edit.kind === 'redo') {
    if (!from) return state
    const kept = from.some(({ id }) => id === selected) ? selected : (from[0]?.id ?? -1)
    return {
      ...state,
      cues: from,
      selected: kept,
      field: null,
      past: edit.kind === 'undo' ? past.slice(0, -1) : [...past, cues],
      future: edit.kind === 'undo' ? [...future, cues] : future.slice(0, -1),
    }
  }
  const changed = change(state, edit)
  if (!changed) return state
  const goesOn = changed.field !== undefined && changed.field === state.field
  return {
    cues: changed.cues,
    selected: changed.selected,
    field: changed.field ?? null,
    past: goesOn ? past : [...past, cues].slice(-maxUndo),
    future: [],
    nextId: state.nextId + 1,
  }
}

/** Lines that a comparison shows of each side. */
const mostCompared = 50

/** Returns the lines that only one of two captions has, each side as a text; the first ones of many. For the browser. */
export function differingLines(
  mine: readonly Omit<EditedCue, 'id'>[],
  theirs: readonly Omit<EditedCue, 'id'>[],
): { mine: string; theirs: string } {
  const lineOf = ({ start, end, text }: Omit<EditedCue, 'id'>) =>
    `${timeText(start)} – ${timeText(end)}\n${text.trim()}`
  const only = (side: readonly Omit<EditedCue, 'id'>[], other: readonly Omit<EditedCue, 'id'>[]) => {
    const known = new Set(other.map(lineOf))
    const lines = side.map(lineOf).filter((line) => !known.has(line))
    const more = lines.length - mostCompared
    return [...lines.slice(0, mostCompared), ...(more > 0 ? [t`and ${more} more`] : [])].join('\n\n')
  }
  return { mine: only(mine, theirs), theirs: only(theirs, mine) }
}
