import { maxCaptionsLength } from '@virtual-courses/contract'
import { describe, expect, it } from 'vitest'
import { readTime, timeText } from '#lib/text/time-text.ts'
import {
  type Edit,
  type Editing,
  editCues,
  problemOf,
  problemOfAll,
  readCueText,
  startEditing,
  toVtt,
} from './cue-edits.ts'

const line = (start: number, end: number, text: string) => ({ start, end, ...readCueText(text) })
const begin = () => startEditing([line(0, 2000, 'one two'), line(2000, 4000, 'three'), line(5000, 6000, '<i>four</i>')])
const after = (state: Editing, ...edits: Edit[]) => edits.reduce(editCues, state)
const said = ({ cues }: Editing) => cues.map(({ start, end, text }) => [start, end, text])

describe('an edit', () => {
  it('splits a line at the caret, in time by the share of its words or where the video is', () => {
    expect(said(after(begin(), { kind: 'split', id: 0, caret: 3, at: -1 })).slice(0, 2)).toEqual([
      [0, 857, 'one'],
      [857, 2000, 'two'],
    ])
    expect(said(after(begin(), { kind: 'split', id: 0, caret: 3, at: 1500 }))[0]).toEqual([0, 1500, 'one'])
    expect(after(startEditing([line(0, 150, 'x')]), { kind: 'split', id: 0, caret: 0, at: 0 }).cues).toHaveLength(1)
  })

  it('merges a line with the next one, and keeps tags as tags and words as words', () => {
    const state = after(begin(), { kind: 'text', id: 1, text: 'a < b' }, { kind: 'merge', id: 1 })
    expect(said(state)).toEqual([
      [0, 2000, 'one two'],
      [2000, 6000, 'a &lt; b\n<i>four</i>'],
    ])
    expect(after(state, { kind: 'merge', id: 1 })).toBe(state)
  })

  it('adds a line that ends where the next one begins, and removes one', () => {
    expect(said(after(begin(), { kind: 'add', at: 4000 }))[2]).toEqual([4000, 5000, ''])
    const removed = after(begin(), { kind: 'remove', id: 2 })
    expect([removed.cues.length, removed.selected]).toEqual([2, 1])
    const none = [0, 1].reduce((state, id) => editCues(state, { kind: 'remove', id }), removed)
    expect(problemOfAll(none.cues)?.message).toMatch(/Add a line/)
  })

  it('keeps lines in the order of their times, and none before the beginning', () => {
    expect(
      said(after(begin(), { kind: 'times', id: 0, start: 4500, end: 4900 }, { kind: 'order' })).map(
        ([, , text]) => text,
      ),
    ).toEqual(['three', 'one two', '<i>four</i>'])
    expect(said(after(begin(), { kind: 'shift', by: 500 }, { kind: 'shift', by: -9000 }))).toEqual(said(begin()))
  })

  describe('while a line is not where its times belong', () => {
    /** the last line was typed to be the first one, at 200 ms, and is not in its place yet */
    const moved = () => after(begin(), { kind: 'times', id: 2, start: 200, end: 1000 })

    it('shifts all lines until the earliest one, wherever it stands, begins the video', () => {
      const later = after(moved(), { kind: 'times', id: 0, start: 700, end: 2000 })
      const shifted = after(later, { kind: 'shift', by: -500 })
      expect(said(shifted)).toEqual([
        [500, 1800, 'one two'],
        [1800, 3800, 'three'],
        [0, 800, '<i>four</i>'],
      ])
      expect(toVtt(shifted.cues)).not.toMatch(/-\d/)
      const endsEarly = after(startEditing([line(900, 2000, 'x')]), { kind: 'times', id: 0, end: 300 })
      expect(said(after(endsEarly, { kind: 'shift', by: -500 }))).toEqual([[600, 0, 'x']])
    })

    it('merges two lines from the earlier start on, the earlier words first', () => {
      expect(said(after(moved(), { kind: 'merge', id: 1 }))[1]).toEqual([200, 4000, '<i>four</i>\nthree'])
    })

    it('adds a line that ends where the next one by time begins', () => {
      const added = after(moved(), { kind: 'times', id: 2, start: 2600, end: 3000 }, { kind: 'add', at: 1000 })
      expect(said(added).find(([, , text]) => text === '')).toEqual([1000, 2000, ''])
      const between = after(moved(), { kind: 'times', id: 0, start: 3000, end: 4000 }, { kind: 'add', at: 1200 })
      expect(said(between).find(([, , text]) => text === '')).toEqual([1200, 2000, ''])
    })

    it('is saved, and opened again, in the order of the times', () => {
      const starts = [...toVtt(moved().cues).matchAll(/^(\S+) -->/gm)].map(([, start]) => start)
      expect(starts).toEqual(['00:00:00.000', '00:00:00.200', '00:00:02.000'])
      expect(said(startEditing(moved().cues)).map(([start]) => start)).toEqual([0, 200, 2000])
    })
  })

  it('is undone and done again; typing in one line is one step', () => {
    const typed = after(
      begin(),
      { kind: 'text', id: 0, text: 'a' },
      { kind: 'text', id: 0, text: 'ab' },
      { kind: 'text', id: 1, text: 'c' },
    )
    const back = after(typed, { kind: 'undo' })
    expect(said(back)[0]?.[2]).toBe('ab')
    expect(said(after(back, { kind: 'undo' }))).toEqual(said(begin()))
    expect(said(after(back, { kind: 'redo' }))).toEqual(said(typed))
    expect(after(begin(), { kind: 'undo' })).toEqual(begin())
  })
})

describe('captions that are saved', () => {
  it('have the words that were typed, and no line that ends a cue early', () => {
    const cues = startEditing([line(0, 3_600_500, 'x &amp; y'), line(3_600_500, 3_601_000, 'z')]).cues
    const edited = cues.with(1, { ...(cues[1] ?? expect.fail()), text: 'use <b>\n\n  1 --> 2 ' })
    expect(toVtt(edited)).toBe(
      'WEBVTT\n\n00:00:00.000 --> 01:00:00.500\nx &amp; y\n\n01:00:00.500 --> 01:00:01.000\nuse &lt;b&gt;\n1 --&gt; 2\n',
    )
  })

  it.each(['a &lt; b &amp;&amp; c --&gt; d', '&amp;amp; &amp;lt;', '<i>x</i> &lt;', '&eacute; &#39; &lt;'])(
    'are the same when nothing was changed: %s',
    (text) => expect(toVtt(startEditing([line(0, 1000, text)]).cues)).toContain(`\n${text}\n`),
  )

  it('are refused with a sentence', () => {
    const [cue] = begin().cues
    if (!cue) expect.fail()
    expect(problemOf(cue)).toBeNull()
    expect(problemOf({ ...cue, end: 0 })?.message).toMatch(/ends before/)
    expect(problemOf({ ...cue, text: ' \n ' })?.message).toMatch(/Write what is said/)
    expect(problemOfAll([{ ...cue, text: 'x'.repeat(maxCaptionsLength) }])?.message).toMatch(/too long/)
  })
})

describe('a time', () => {
  it.each([
    ['0', 0],
    ['62.5', 62_500],
    ['1:02,5', 62_500],
    [' 01:00:02.500 ', 3_602_500],
    ['75:00', 4_500_000],
  ])('%s is %d ms', (text, ms) => expect(readTime(text)).toBe(ms))
  it.each(['', '1:', 'a', '-1', '1:75', '1:60:00', '1.2345', '1e3', '∞'])('"%s" is none', (text) =>
    expect(readTime(text)).toBeNull(),
  )
  it.each([0, 1, 59_999, 3_600_000, 86_399_999])('of %d ms is read as it is written', (ms) =>
    expect(readTime(timeText(ms))).toBe(ms),
  )
})
