import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import type { PaperDocument } from './document.ts'
import { renderPdf } from './render-pdf.ts'
import { breakLines } from './set-text.ts'

const document = (changes: Partial<PaperDocument> = {}): PaperDocument => ({
  title: 'Statement',
  facts: [{ label: 'Number', value: 'VC/2627/000001' }],
  parties: [{ heading: 'Buyer', lines: ['श्री क्षितिज द्विवेदी', 'Zoë Đặng, Ελλάδα, Привет'] }],
  table: {
    columns: [
      { title: 'Course', weight: 3 },
      { title: 'Amount', weight: 1, align: 'right' },
    ],
    rows: [['Joins\nPrice ₹999.00 less discount ₹500.00', '₹499.00']],
  },
  totals: [{ label: 'Total', value: '₹499.00', strong: true }],
  foot: ['Thank you'],
  issuedAt: new Date('2026-11-23T10:00:00Z'),
  ...changes,
})

const turn = { client: 'a test' }
async function pagesOf(changes: Partial<PaperDocument> = {}): Promise<string[]> {
  const proxy = await getDocumentProxy(await renderPdf(document(changes), turn))
  return (await extractText(proxy, { mergePages: false })).text.map((text) => text.replaceAll(/\s+/g, ' '))
}

describe('a PDF file', () => {
  test('holds all texts, in Latin, Greek, Cyrillic and Devanagari letters, with the sign of the rupee', async () => {
    const [text = '', ...more] = await pagesOf()
    expect(more).toEqual([])
    for (const part of [
      'Statement',
      'VC/2627/000001',
      'Zoë Đặng, Ελλάδα, Привет',
      'Price ₹999.00 less discount ₹500.00',
      '₹499.00',
      'Thank you',
      'Page 1 of 1',
    ])
      expect(text).toContain(part)
    // conjuncts are shaped; this reader gives their letters back in the order in which they stand on the paper
    expect(text).toContain('िक्षितज')
  })

  test('of the same document has the same bytes', async () => {
    const [one, two] = await Promise.all([renderPdf(document(), turn), renderPdf(document(), turn)])
    expect(Buffer.from(one).equals(Buffer.from(two))).toBe(true)
  })

  test('goes on over pages in the middle of an address', async () => {
    const lines = Array.from({ length: 100 }, (_, index) => `Line ${index}.`)
    const pages = await pagesOf({
      parties: [
        { heading: 'Sold by', lines: ['Us'] },
        { heading: 'Bill to', lines },
      ],
    })
    expect(pages.length).toBeGreaterThan(1)
    for (const page of pages.slice(0, -1)) expect(page).toContain('Line')
    for (const line of lines) expect(pages.join(' ')).toContain(line)
  })

  test('goes on over pages, each with the head of the table', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => [`Course ${index}`, `₹${index}.00`])
    const pages = await pagesOf({ table: { ...document().table, rows } })
    expect(pages.length).toBeGreaterThan(2)
    for (const page of pages.slice(0, -1)) expect(page).toContain('Course Amount')
    expect(pages.join(' ')).toContain('Course 119')
    expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`)
  })

  test('shows hostile texts as texts', async () => {
    const texts = [
      '<script>alert(1)</script> ) Tj ET \\(',
      'right \u202eto left\u0000\u0007',
      '%PDF-1.7 endobj stream',
      'a'.repeat(3000),
      '𝕏 漢字 🎓 \ud800',
      '',
    ]
    const pages = await pagesOf({
      title: texts.join(' ').slice(0, 200),
      table: { ...document().table, rows: texts.map((text) => [text, text]) },
    })
    const text = pages.join(' ')
    expect(text).toContain('<script>alert(1)</script> ) Tj ET \\(')
    expect(text).toContain('right to left')
  })

  test('without rows, or with one that is taller than a page', async () => {
    await pagesOf({ table: { ...document().table, rows: [] }, parties: [], facts: [], totals: [], foot: [] })
    const tall = Array.from({ length: 120 }, (_, index) => `line ${index}`).join('\n')
    const pages = await pagesOf({ table: { ...document().table, rows: [[tall, '1']] } })
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.join(' ')).toContain('line 119')
  })

  test('is refused with too many pages, and the next one is made', async () => {
    const rows = Array.from({ length: 12_000 }, () => ['x', 'y'])
    await expect(renderPdf(document({ table: { ...document().table, rows } }), turn)).rejects.toThrow('200 pages')
    expect((await pagesOf()).length).toBe(1)
  }, 30_000)

  test('is refused to a client with too many at once', async () => {
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => renderPdf(document(), turn)))
    expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(2)
  })
})

test('lines are broken at spaces, and words that are too long between characters', () => {
  const fonts = { has: () => true, widthOf: ({ text }: { text: string }) => text.length }
  const linesOf = (text: string) =>
    breakLines(text, 5, { weight: 'regular', size: 1 }, fonts).map(({ runs }) => runs.map((run) => run.text).join(''))
  expect(linesOf('ab cd efg')).toEqual(['ab cd', 'efg'])
  expect(linesOf('abcdefghijkl m')).toEqual(['abcde', 'fghij', 'kl m'])
  expect(linesOf('')).toEqual([''])
  expect(linesOf('क्षक्षक्ष')).toEqual(['क्ष', 'क्ष', 'क्ष'])
})
