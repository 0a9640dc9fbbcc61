import { describe, expect, it } from 'vitest'
import { english } from '#lib/text/fixtures.tsx'
import { initialOf } from './avatar.tsx'
import { digitsOf } from './form/code-input.tsx'
import { rejectionOf } from './form/file-picker.tsx'
import { formatBytes } from './format-bytes.ts'
import { ratingText } from './rating.tsx'

describe('rejectionOf', () => {
  const file = (name: string, type: string, size = 10) => ({ name, type, size })
  it('accepts a file that matches', () => {
    expect(rejectionOf(file('a.png', 'image/png'), { accept: 'image/*' }, english)).toBeNull()
    expect(rejectionOf(file('A.MP4', ''), { accept: '.mp4, video/webm' }, english)).toBeNull()
    expect(rejectionOf(file('a', 'video/webm'), { accept: '.mp4, video/webm' }, english)).toBeNull()
    expect(rejectionOf(file('a.bin', ''), {}, english)).toBeNull()
  })
  it('explains why a file is rejected', () => {
    expect(rejectionOf(file('a.html', 'text/html'), { accept: 'image/*' }, english)).toContain(
      'not an accepted file type',
    )
    expect(rejectionOf(file('a.png', 'image/png', 0), { accept: 'image/*' }, english)).toContain('empty')
    expect(rejectionOf(file('a.png', 'image/png', 12_000_000), { maxBytes: 10_000_000 }, english)).toBe(
      '“a.png” is 12 MB; the limit is 10 MB',
    )
  })
})

describe('small texts', () => {
  it.each([
    [0, '0 bytes'],
    [840, '840 bytes'],
    [12_400, '12 kB'],
    [3_420_000, '3.4 MB'],
    [999_999, '1.0 MB'],
    [1_240_000_000, '1.2 GB'],
  ])('%i bytes', (bytes, text) => expect(formatBytes(bytes, english)).toBe(text))

  it.each([
    [0, '0'],
    [4, '4.0'],
    [4.25, '4.3'],
    [5, '5.0'],
  ])('an average of %f', (average, text) => expect(ratingText(average)).toBe(text))

  it.each([
    ['asha rao', 'A'],
    ['  émile', 'É'],
    ['𝒜da', '𝒜'],
    ['A\u0301da', 'A\u0301'],
    ['किरण', 'कि'],
    ['क्षमा', 'क्ष'],
    ['श्रीदेवी', 'श्री'],
    ['👩‍🏫 Rao', '👩‍🏫'],
    ['', '?'],
  ])('the initial of "%s"', (name, initial) => expect(initialOf(name)).toBe(initial))
})

describe('digitsOf', () => {
  it.each([
    ['', ''],
    ['7', '7'],
    ['0417', '0417'],
    ['04 17', '0417'],
    ['04-17', '0417'],
    ['04175', '0417'],
    ['a0b4', '04'],
    ['Your Virtual Courses code is 0417. It is valid for 5 minutes.', '0417'],
    ['٠٤١٧', '0417'],
    ['०४१७', '0417'],
    ['０４１７', '0417'],
  ])('reads the code in "%s" as "%s"', (text, code) => expect(digitsOf(text, 4)).toBe(code))
})
