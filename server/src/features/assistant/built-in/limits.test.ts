import { describe, expect, test } from 'vitest'
import { loadLexicon } from '#features/search/engine/words/lexicon.ts'
import { createEnglish } from '#features/search/engine/words/words.ts'
import { createEngine } from '../../search/engine/create-engine.ts'
import { statedFilters } from '../../search/engine/understand.ts'
import { withAudience } from './audience.ts'
import { joined, type Limits, limitsText, noLimits, notSaidAgain } from './limits.ts'

const limits = (some: Partial<Limits>): Limits => ({ ...noLimits, ...some })

describe('limits', () => {
  test.each([
    limits({ free: true }),
    limits({ maxPrice: 1000, level: 'Beginner' }),
    limits({ minPrice: 500, languages: ['hi'] }),
    limits({ maxMinutes: 120, level: 'Advanced', languages: ['ta'] }),
    limits({ minMinutes: 60 }),
  ])('%o is read by the search as it was stated', async (stated) => {
    const engine = await createEngine({ lexicon: loadLexicon(), embedder: null, isEnglish: createEnglish() })
    expect(statedFilters(engine.read(`python ${limitsText(stated)}`))).toMatchObject(stated)
  })
  test('of two messages the later one counts', () => {
    const before = limits({ maxPrice: 1000, level: 'Beginner', languages: ['hi'] })
    expect(joined(before, limits({ free: true }))).toEqual(limits({ free: true, level: 'Beginner', languages: ['hi'] }))
    expect(joined(before, limits({ maxPrice: 500, languages: ['ta'] }))).toEqual(
      limits({ maxPrice: 500, level: 'Beginner', languages: ['ta'] }),
    )
    expect(notSaidAgain(before, limits({ level: 'Advanced' }))).toEqual(limits({ maxPrice: 1000, languages: ['hi'] }))
  })
})

test.each([
  ['suggest me a course for my 10 year old', 'school children'],
  ['meri beti 10 saal ki hai use coding sikhani hai', 'school children'],
  ['मेरी बेटी 10 साल की है', 'school children'],
  ["my kid is 5, can't read yet", 'small children'],
  ['mother who is 65', 'senior citizens'],
  ['i have 10 years of experience in java', ''],
  ['a plan for 2 years', ''],
  ['a course for a 30 year old', ''],
])('%s: %s', (message, audience) => {
  if (audience === '') expect(withAudience(message)).toBe(message)
  else expect(withAudience(message)).toContain(`for ${audience},`)
})
