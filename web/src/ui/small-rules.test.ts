import { describe, expect, it } from 'vitest'
import { formatBytes } from './format-bytes.ts'
import { initialOf } from './initial-of.ts'
import { pageNumbers } from './page-numbers.ts'
import { ratingText } from './rating-text.ts'
import { refuseFile } from './refuse-file.ts'
import { entryByLetter, rovingIndex } from './roving-index.ts'

describe('rovingIndex', () => {
  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 2, 0],
    ['ArrowUp', 0, 2],
    ['Home', 2, 0],
    ['End', 0, 2],
    ['ArrowDown', -1, 0],
    ['Enter', 1, null],
  ])('%s from %i goes to %s', (key, from, to) => expect(rovingIndex(key, from, 3)).toBe(to))

  it('stays out of an empty list', () => expect(rovingIndex('ArrowDown', -1, 0)).toBeNull())
})

describe('entryByLetter', () => {
  const texts = ['My Profile', 'My Courses', 'Wishlist', ' LogOut']
  it('goes round among the entries with that letter', () => {
    expect(entryByLetter('m', 0, texts)).toBe(1)
    expect(entryByLetter('M', 1, texts)).toBe(0)
    expect(entryByLetter('l', 0, texts)).toBe(3)
    expect(entryByLetter('x', 0, texts)).toBeNull()
  })
})

describe('pageNumbers', () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, null, 9]],
    [4, 9, [1, 2, 3, 4, 5, null, 9]],
    [5, 9, [1, null, 4, 5, 6, null, 9]],
    [6, 9, [1, null, 5, 6, 7, 8, 9]],
    [9, 9, [1, null, 8, 9]],
  ])('page %i of %i', (page, count, numbers) => expect(pageNumbers(page, count)).toEqual(numbers))
})

describe('refuseFile', () => {
  const file = (name: string, type: string, size = 10) => ({ name, type, size })
  it('takes what fits', () => {
    expect(refuseFile(file('a.png', 'image/png'), { accept: 'image/*' })).toBeNull()
    expect(refuseFile(file('A.MP4', ''), { accept: '.mp4, video/webm' })).toBeNull()
    expect(refuseFile(file('a', 'video/webm'), { accept: '.mp4, video/webm' })).toBeNull()
    expect(refuseFile(file('a.bin', ''), {})).toBeNull()
  })
  it('says why something does not fit', () => {
    expect(refuseFile(file('a.html', 'text/html'), { accept: 'image/*' })).toContain('not a kind')
    expect(refuseFile(file('a.png', 'image/png', 0), { accept: 'image/*' })).toContain('empty')
    expect(refuseFile(file('a.png', 'image/png', 12_000_000), { maxBytes: 10_000_000 })).toBe(
      '“a.png” has 12 MB; at most 10 MB fit',
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
  ])('%i bytes', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

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
    ['', '?'],
  ])('the initial of "%s"', (name, initial) => expect(initialOf(name)).toBe(initial))
})
