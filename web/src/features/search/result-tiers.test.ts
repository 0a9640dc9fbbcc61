import { describe, expect, it } from 'vitest'
import { english } from '#lib/text/fixtures.tsx'
import { resultSummary, spoken, tiersOf } from './result-tiers.ts'

const sure = { match: 'sure' } as const
const closest = { match: 'closest' } as const

describe('the tiers of results', () => {
  it.each([
    [[], 'none', 'No Courses Found', 'No courses found'],
    [[sure], 'sure', '1 course found', 'These are the top courses I found for you'],
    [[sure, sure], 'sure', '2 courses found', 'These are the top courses I found for you'],
    [
      [sure, closest],
      'sure',
      '1 course found, and 1 more that comes close',
      'These are the top courses I found for you',
    ],
    [
      [sure, sure, closest, closest],
      'sure',
      '2 courses found, and 2 more that come close',
      'These are the top courses I found for you',
    ],
    [
      [closest],
      'closest',
      'No exact match; 1 closest course',
      'I found no exact match. These are the closest courses.',
    ],
    [
      [closest, closest, closest],
      'closest',
      'No exact match; 3 closest courses',
      'I found no exact match. These are the closest courses.',
    ],
  ])('%j', (results, outcome, summary, sentence) => {
    expect(tiersOf(results).outcome).toBe(outcome)
    expect(english._(resultSummary(results))).toBe(summary)
    expect(english._(spoken[tiersOf(results).outcome])).toBe(sentence)
  })

  it('keep the order of the reply', () => {
    const results = [
      { match: 'sure', _id: 'a' },
      { match: 'sure', _id: 'b' },
      { match: 'closest', _id: 'c' },
      { match: 'closest', _id: 'd' },
    ] as const
    const tiers = tiersOf(results)
    expect([...tiers.sure, ...tiers.closest]).toEqual(results)
  })
})
