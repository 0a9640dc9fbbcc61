import { describe, expect, it } from 'vitest'
import { parseProgress, type ResetProgress, startOver, unlessExpired } from './reset-progress.ts'

const email = 'asha@example.com'
const now = 1_800_000_000_000
const minutes = 60_000

describe('a step', () => {
  it.each([
    ['code', 4 * minutes, 'code'],
    ['code', 5 * minutes, 'email'],
    ['password', 9 * minutes, 'password'],
    ['password', 10 * minutes, 'email'],
    // a clock that was set back has no effect
    ['code', -1, 'email'],
  ] as const)('%s of %d milliseconds ago goes on at %s', (step, age, goesOn) => {
    expect(unlessExpired({ step, email, since: now - age }, now)).toMatchObject({ step: goesOn, email })
  })

  it('of the start never expires', () => expect(unlessExpired(startOver(email), now)).toEqual(startOver(email)))
})

describe('the stored progress of a tab', () => {
  it('is restored as it was', () => {
    const progress: ResetProgress = { step: 'password', email, since: now }
    expect(parseProgress(JSON.stringify(progress), now)).toEqual(progress)
    expect(parseProgress(JSON.stringify(startOver(email)), now)).toEqual(startOver(email))
  })

  it.each([
    null,
    '',
    'null',
    '7',
    '{',
    '[]',
    '{"step":"password"}',
    '{"step":"password","email":7,"since":1}',
    JSON.stringify({ step: 'code', email: 'a'.repeat(300), since: now }),
  ])('is the start when it is %s', (text) => expect(parseProgress(text, now)).toEqual(startOver()))

  it('keeps the address of an unknown step', () => {
    expect(parseProgress(JSON.stringify({ step: 'money', email, since: now }), now)).toEqual(startOver(email))
    expect(parseProgress(JSON.stringify({ step: 'code', email, since: 'now' }), now)).toEqual(startOver(email))
  })
})
