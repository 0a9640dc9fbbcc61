import { expect, test } from 'vitest'
import { plainLine, sanitiseLine } from './sanitise-line.ts'

const acute = '\u0301'
const below = '\u0323'

test('cuts the marks of a letter before they are sorted into a normal form', () => {
  // sorted first, the dot below would come before the accents and be kept
  expect(plainLine(`a${acute.repeat(3)}${below}`)).toBe(`á${acute.repeat(2)}`)
})

test('reads a message of nothing but marks of changing classes', () => {
  const marks = `${acute}${below}\u0345\u05b0`.repeat(24_000)
  expect(plainLine(`a${marks}`).length).toBeLessThanOrEqual(4)
})

test('removes addresses, and reads a line of nothing but @ in time', () => {
  expect(sanitiseLine('write to asha.rao@mail.example.com, or (b@c.de)')).toBe(
    'write to (address removed) or ((address removed))',
  )
  expect(sanitiseLine('a@b@c.de')).toBe('a@(address removed)')
  const begin = performance.now()
  for (const hostile of ['@', 'a@', '@.', 'a@a.']) sanitiseLine(hostile.repeat(4000))
  expect(performance.now() - begin).toBeLessThan(2000)
})
