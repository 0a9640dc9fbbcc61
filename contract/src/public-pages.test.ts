import { expect, it } from 'vitest'
import { categoryOfSlug, courseIdOf, courseSlug, publicPaths, slugOf } from './public-pages.ts'
import { categories } from './values/fields.ts'

it.each([
  ['Spreadsheet analytics for small businesses', 'spreadsheet-analytics-for-small-businesses'],
  ['  C++ & Rust: 100% faster?! ', 'c-rust-100-faster'],
  ['Crème brûlée à la maison', 'creme-brulee-a-la-maison'],
  ['हिन्दी में पाइथन सीखें', 'हिन्दी-में-पाइथन-सीखें'],
  ['தமிழ் 101', 'தமிழ்-101'],
  ['日本語', '日本語'],
  ['🎸 🎸', ''],
  ['', ''],
  ['../../etc/passwd?x=1#y', 'etc-passwd-x-1-y'],
  ['\ud83d broken', 'broken'],
  ['</script>', 'script'],
])('makes a readable address of %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
  const path = publicPaths.course({ _id: '65f0c0ffee', title })
  expect(path).toMatch(/^\/course\/[\w%-]+$/)
  // what the browser sends leads back to the course
  expect(courseIdOf(decodeURIComponent(path).split('/')[2] ?? '')).toBe('65f0c0ffee')
})

it('cuts between words, and never a character', () => {
  expect(slugOf('word '.repeat(40))).toBe(Array(16).fill('word').join('-'))
  expect(slugOf('x'.repeat(150))).toHaveLength(80)
  const cut = slugOf('𝒜'.repeat(60))
  expect(cut.length).toBeLessThanOrEqual(80)
  expect(encodeURIComponent(cut)).not.toBe('')
  expect(slugOf('सीखें'.repeat(40)).normalize('NFC')).toMatch(/[\p{L}\p{M}]$/u)
  expect(courseSlug({ _id: 'c1', title: '!' })).toBe('c1')
})

it('gives each category an address of its own', () => {
  expect(publicPaths.category('Data Analytics')).toBe('/browse/data-analytics')
  expect(publicPaths.category('AI/ML')).toBe('/browse/ai-ml')
  for (const category of categories) expect(categoryOfSlug(slugOf(category))).toBe(category)
  for (const other of ['', 'Data Analytics', '__proto__', 'nothing']) expect(categoryOfSlug(other)).toBeNull()
})
