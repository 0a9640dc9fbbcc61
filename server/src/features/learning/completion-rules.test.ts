import type { CompletionRule } from '@virtual-courses/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { english } from '#core/languages/language.ts'
import { counts, defaultRule } from '../lectures/index.ts'
import {
  accomplished,
  decideCompletion,
  type Entry,
  isByHand,
  isReached,
  percentWatched,
  reachedAt,
  secondsNeeded,
} from './completion-rules.ts'
import { sayCompletion } from './present-completion.ts'
import { addReport, emptyView, type Interval } from './watched-rules.ts'

const at = (day: number): Date => new Date(Date.UTC(2026, 0, day))
const entry = (changes: Partial<Entry> = {}): Entry => ({
  id: 'e',
  kind: 'lecture',
  videoId: 'v',
  isEmpty: false,
  duration: 100,
  doneAt: null,
  watched: 0,
  ...changes,
})
const text = { videoId: null, duration: null }

describe('what counts', () => {
  it('is what an entry asks for, as the rule has it', () => {
    const rule = { ...defaultRule, videos: false, quizzes: false }
    const all = [entry(), entry(text), entry({ ...text, kind: 'quiz' }), entry({ ...text, kind: 'assignment' })]
    expect(all.map((one) => counts(one, rule))).toEqual([false, true, false, true])
    expect(all.map((one) => counts(one, defaultRule))).toEqual([true, true, true, true])
  })

  it('is ticked by hand unless it is measured: no one is locked out by a video of unknown length', () => {
    const strict = { ...defaultRule, byHand: false }
    const all = [entry(), entry({ duration: null }), entry(text), entry({ ...text, kind: 'quiz' })]
    expect(all.map((one) => isByHand(one, strict))).toEqual([false, true, true, false])
    expect(all.map((one) => isByHand(one, defaultRule))).toEqual([true, true, true, false])
    // a video that does not count may be ticked for the student's own overview
    expect(isByHand(entry(), { ...strict, videos: false })).toBe(true)
  })

  it.each([
    [100, 90, 90],
    [4, 90, 3],
    [1, 90, 1],
    [1, 10, 1],
    [3600, 100, 3600],
  ])('of %i seconds at %i percent is %i seconds', (duration, videoPercent, seconds) =>
    expect(secondsNeeded(duration, { ...defaultRule, videoPercent })).toBe(seconds),
  )
})

describe('a course', () => {
  it('is completed when everything that counts is ticked, at the time of the last tick that counts', () => {
    const entries = [entry({ doneAt: at(3) }), entry({ ...text, doneAt: at(5) }), entry({ ...text, kind: 'quiz' })]
    expect(decideCompletion(entries, defaultRule, null)).toMatchObject({
      required: 3,
      met: 2,
      missing: { video: 0, text: 0, quiz: 1, assignment: 0 },
    })
    const rule = { ...defaultRule, quizzes: false, texts: false }
    expect(isReached(decideCompletion(entries, rule, null))).toBe(true)
    expect(reachedAt(entries, rule, at(1))).toEqual(at(3))
    expect(reachedAt(entries, rule, at(9))).toEqual(at(9))
  })

  it('without anything that counts is not completed by doing nothing', () => {
    expect(isReached(decideCompletion([], defaultRule, null))).toBe(false)
    expect(isReached(decideCompletion([entry({ doneAt: at(1) })], { ...defaultRule, videos: false }, null))).toBe(false)
  })

  it.each([
    [[entry()], defaultRule, null, 'Still to do: 1 video to watch.'],
    [
      [entry(), entry(), entry(text), entry({ ...text, kind: 'quiz' }), entry({ ...text, kind: 'assignment' })],
      { ...defaultRule, byHand: false, videoPercent: 80 },
      null,
      'Still to do: 2 videos to watch (80 % of each), 1 lecture to read, 1 quiz to pass and 1 assignment to hand in.',
    ],
    [[entry({ doneAt: at(1) })], defaultRule, null, 'Everything that counts is done.'],
    [[], defaultRule, null, 'Nothing here counts towards completing the course yet.'],
    [[entry({ doneAt: at(1) })], defaultRule, at(2), 'Completed.'],
    [[entry()], defaultRule, at(2), 'Completed. What is still open is extra.'],
  ] satisfies [Entry[], CompletionRule, Date | null, string][])(
    'of case %# says what is missing in a sentence',
    (entries, rule, completedAt, sentence) =>
      expect(sayCompletion(decideCompletion(entries, rule, completedAt), rule, english)).toBe(sentence),
  )
})

describe('what a student has done', () => {
  const done = { doneAt: at(2) }
  const strict = { ...defaultRule, byHand: false, videoPercent: 80 }

  it('is what counts and is ticked, by kinds', () => {
    const all = [
      ...[entry(done), entry(done), entry(), entry({ ...text, ...done }), entry(text)],
      ...[entry({ ...text, ...done, kind: 'quiz' }), entry({ ...text, ...done, kind: 'assignment' })],
    ]
    expect(accomplished(all, defaultRule)).toEqual([
      { kind: 'videos', count: 2 },
      { kind: 'texts', count: 1 },
      { kind: 'quizzes', count: 1 },
      { kind: 'assignments', count: 1 },
    ])
    expect(accomplished(all, { ...defaultRule, videos: false, texts: false })).toEqual([
      { kind: 'quizzes', count: 1 },
      { kind: 'assignments', count: 1 },
    ])
  })

  it('names the share of videos only where each was measured and reached it', () => {
    const watched = entry({ ...done, watched: 80 })
    expect(accomplished([watched, watched], strict)).toEqual([{ kind: 'videos', count: 2, percent: 80 }])
    for (const other of [{ watched: 79 }, { watched: 80, duration: null }])
      expect(accomplished([watched, entry({ ...done, ...other })], strict)).toEqual([{ kind: 'videos', count: 2 }])
    expect(accomplished([watched], { ...strict, byHand: true })).toEqual([{ kind: 'videos', count: 1 }])
  })

  it('is all that is ticked where the rule now counts nothing of it, and nothing where nothing is left', () => {
    expect(accomplished([entry(done)], { ...defaultRule, videos: false })).toEqual([{ kind: 'videos', count: 1 }])
    expect(accomplished([entry()], defaultRule)).toEqual([])
  })
})

const rule: fc.Arbitrary<CompletionRule> = fc.record({
  videos: fc.boolean(),
  videoPercent: fc.integer({ min: 10, max: 100 }),
  byHand: fc.boolean(),
  texts: fc.boolean(),
  quizzes: fc.boolean(),
  assignments: fc.boolean(),
})
const someEntry: fc.Arbitrary<Entry> = fc.record({
  id: fc.string({ minLength: 1, maxLength: 3 }),
  kind: fc.constantFrom('lecture', 'lecture', 'quiz', 'assignment'),
  videoId: fc.constantFrom('v', null),
  isEmpty: fc.boolean(),
  duration: fc.constantFrom(null, 1, 4, 100, 3000),
  doneAt: fc.constantFrom(null, at(1), at(2), at(3)),
  watched: fc.nat(3000),
})

describe('whatever the course and its rule', () => {
  it('watching another second never undoes what was watched enough, and all of it is always enough', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2000 }),
        rule,
        fc.array(fc.tuple(fc.nat(2000), fc.integer({ min: 1, max: 300 })), { maxLength: 12 }),
        (duration, chosen, spans) => {
          const needed = secondsNeeded(duration, chosen)
          expect(needed).toBeLessThanOrEqual(duration)
          let view = emptyView(duration, 1_000_000)
          let [enough, percent] = [false, 0]
          const intervals = spans.map(([from, length]): Interval => [from, from + length])
          for (const [index, interval] of [...intervals, [0, duration] as const].entries()) {
            view = addReport(view, { id: index.toString(16).padStart(16, '0'), intervals: [interval] }, duration).view
            const now = percentWatched(view.watched, duration)
            expect(now).toBeGreaterThanOrEqual(percent)
            if (enough) expect(view.watched).toBeGreaterThanOrEqual(needed)
            ;[enough, percent] = [view.watched >= needed, now]
          }
          expect([enough, percent]).toEqual([true, 100])
        },
      ),
    ))

  it('another tick never undoes it, met and missing add up, and what was kept stays', () =>
    fc.assert(
      fc.property(
        fc.array(someEntry, { maxLength: 8 }),
        rule,
        fc.nat(7),
        fc.constantFrom(null, at(4)),
        (all, chosen, n, kept) => {
          const before = decideCompletion(all, chosen, kept)
          const ticked = all.map((one, index) => (index === n ? { ...one, doneAt: one.doneAt ?? at(4) } : one))
          const after = decideCompletion(ticked, chosen, kept)
          expect(after.met).toBeGreaterThanOrEqual(before.met)
          expect(after.completedAt).toBe(kept)
          if (isReached(before)) expect(isReached(after)).toBe(true)
          const missing = Object.values(before.missing).reduce((sum, one) => sum + one, 0)
          expect(before.met + missing).toBe(before.required)
          // an entry that is removed never takes completion away, unless nothing that counts is left
          const shorter = decideCompletion(
            all.filter((_, index) => index !== n),
            chosen,
            kept,
          )
          if (isReached(before) && shorter.required > 0) expect(isReached(shorter)).toBe(true)
        },
      ),
    ))

  it('watching on takes nothing from what a certificate says, and it never says more than is ticked', () =>
    fc.assert(
      fc.property(fc.array(someEntry, { maxLength: 8 }), rule, fc.nat(500), (all, chosen, more) => {
        const earlier = accomplished(all, chosen)
        const after = accomplished(
          all.map((one) => ({ ...one, watched: one.watched + more })),
          chosen,
        )
        expect(after.map(({ kind, count }) => [kind, count])).toEqual(earlier.map(({ kind, count }) => [kind, count]))
        for (const [at, { percent }] of earlier.entries())
          if (percent !== undefined) expect(after[at]?.percent).toBe(percent)
        const ticked = all.filter(({ doneAt }) => doneAt !== null).length
        expect(earlier.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(ticked)
        if (ticked > 0) expect(earlier).not.toEqual([])
      }),
    ))
})
