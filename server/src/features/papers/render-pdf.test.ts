import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { english } from '#core/languages/language.ts'
import { isWhole, oneOf } from '#test/support/in-all.ts'
import { type PaperDocument, paperLanguage } from './document.ts'
import { type FontName, fontPath, type Weight } from './fonts.ts'
import { logo } from './logo.ts'
import { renderPdf } from './render-pdf.ts'
import { breakLines } from './set-text.ts'
import { hasLetter } from './shape.ts'

const document = (changes: Partial<PaperDocument> = {}): PaperDocument => ({
  language: paperLanguage(english),
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
    // letters stand in another order on the paper; readers get the text itself
    expect(text).toContain('श्री क्षितिज द्विवेदी')
  })

  test('shows the mark of the site', async () => {
    const proxy = await getDocumentProxy(await renderPdf(document(), turn))
    const { argsArray } = await (await proxy.getPage(1)).getOperatorList()
    const colours = argsArray.flat().filter((one) => typeof one === 'string')
    expect(colours).toEqual(expect.arrayContaining([logo.background.fill, logo.dot.fill]))
  })

  // this reader leaves out joiners
  const scripts: [script: string, name: string][] = [
    ['Tamil', 'தமிழ்ச்செல்வி கௌதமன்'],
    ['Telugu', 'తెలుగు క్షేత్రం లక్ష్మీ శ్రీనివాస్'],
    ['Kannada', 'ಕನ್ನಡ ಲಕ್ಷ್ಮಿ ಕೃಷ್ಣಮೂರ್ತಿ'],
    ['Malayalam', 'മലയാളം ക്ഷേത്രം അവൻ ശ്രീ'],
    ['Bengali', 'শ্রীকান্ত চট্টোপাধ্যায় উৎসব'],
    ['Assamese', 'অসমীয়া ৰাজ'],
    ['Gujarati', 'ગુજરાતી ક્ષત્રિય શ્રી'],
    ['Gurmukhi', 'ਪੰਜਾਬੀ ਸਿੰਘ ਪ੍ਰੀਤ'],
    ['Odia', 'ଓଡ଼ିଆ କ୍ଷେତ୍ର ଶ୍ରୀ'],
    ['Urdu', 'اردو زبان، محمد علی'],
    ['Arabic', 'محمد بن عبدالله'],
    ['Hebrew', 'שלום עולם'],
    ['Sinhala', 'සිංහල ලංකා'],
    ['Han and kana', '漢字 王小明 ひらがな カタカナ'],
    ['Hangul, Thai and Ethiopic', '홍길동 ไทย አማርኛ'],
    ['emoji', 'Python 🐍 👍🏽 🇮🇳 ❤️ ★'],
    ['two directions', 'Learn اردو with Asha — 3 lectures'],
  ]
  test.each(oneOf(4, scripts))('shows %s with letters, and gives the text back', async (_script, name) => {
    const texts = { facts: [], parties: [{ heading: 'Buyer', lines: [name, name] }], foot: [name] }
    const [text = ''] = await pagesOf({ ...texts, table: { ...document().table, rows: [[name, '₹1.00']] } })
    expect(text.split(name.normalize('NFC'))).toHaveLength(5)
  })

  test('reads fonts only for the scripts that a document has', async () => {
    const plain = await renderPdf(document({ parties: [] }), turn)
    expect(plain.byteLength).toBeLessThan(20_000)
    expect(Buffer.from(plain).toString('latin1')).not.toContain('Unifont')
  })

  test('of the same document has the same bytes', async () => {
    const [one, two] = await Promise.all([renderPdf(document(), turn), renderPdf(document(), turn)])
    expect(Buffer.from(one).equals(Buffer.from(two))).toBe(true)
  })

  test('is not changed by what other documents were drawn before: fonts stay open', async () => {
    const mine = document({ foot: ['ABC - o, 5 µm, Ω'] })
    const before = await renderPdf(mine, turn)
    // letters that look the same, and joined ones
    await renderPdf(document({ foot: ['АВС ‐ \u2011 о, \u00ad5 μm, Ω ﬁ fi \u200d'] }), turn)
    expect(Buffer.from(await renderPdf(mine, turn)).equals(Buffer.from(before))).toBe(true)
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

  test.skipIf(!isWhole)(
    'is refused with too many pages, and the next one is made',
    async () => {
      const rows = Array.from({ length: 12_000 }, () => ['x', 'y'])
      await expect(renderPdf(document({ table: { ...document().table, rows } }), turn)).rejects.toThrow('200 pages')
      expect((await pagesOf()).length).toBe(1)
    },
    30_000,
  )

  test('is refused to a client with too many at once', async () => {
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => renderPdf(document(), turn)))
    expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(2)
  })
})

describe('a line', () => {
  const fonts = {
    has: (font: FontName, weight: Weight, codePoint: number) => hasLetter(fontPath(font, weight), codePoint),
    widthOf: () => 1,
  }
  const runsOf = (text: string) => breakLines(text, 1000, { weight: 'regular', size: 1 }, fonts)[0]?.runs ?? []
  const fontsOf = (text: string) => runsOf(text).map(({ font }) => font)

  test('has each script in its font, signs in that of the letters before them, and emoji whole', () => {
    expect(fontsOf('தமிழ் ABC வணக்கம்')).toEqual(['tamil', 'latin', 'tamil'])
    expect(fontsOf('₹ 5 漢字、かな')).toEqual(['devanagari', 'latin', 'han'])
    expect(runsOf('a 👩\u200d👩\u200d👧 b').map(({ font, drawn }) => [font, drawn])).toEqual([
      ['latin', 'a '],
      ['emoji', '👩\u200d👩\u200d👧'],
      ['latin', ' b'],
    ])
    expect(fontsOf('1\ufe0f\u20e3')).toEqual(['emoji'])
    expect(runsOf('𝓐𝓼𝓱𝓪')[0]).toMatchObject({ font: 'latin', drawn: 'Asha' })
    expect(fontsOf('\u{10ffff}\u{50005}x')).toEqual(['latin'])
  })

  test('has no characters without a letter in names of many scripts', () => {
    const texts = [
      '한국어',
      'ไทย',
      'አማርኛ',
      'ქართული',
      'հայերեն',
      'မြန်မာ',
      'ខ្មែរ',
      'ᠮᠣᠩᠭᠣᠯ',
      'ⴰⵎⴰⵣⵉⵖ',
      '☃☎✓→∑',
      'x̂̃',
      'ꦗꦮ',
    ]
    for (const run of texts.flatMap(runsOf))
      for (const sign of run.drawn) expect(fonts.has(run.font, 'regular', sign.codePointAt(0) ?? 0), sign).toBe(true)
  })

  test('stands from right to left where its letters do, with its figures from left to right and its brackets turned', () => {
    const read = (text: string) => runsOf(text).map(({ drawn }) => drawn)
    expect(read('שלום (בדיקה) 12')).toEqual(['12', ' (', 'בדיקה', ')', 'שלום '])
    expect(read('abc שלום def')).toEqual(['abc ', 'שלום', ' ', 'def'])
    expect(read('שלום abc')).toEqual(['abc', 'שלום '])
    expect(read('علی، احمد!')).toEqual(['!', 'علی، احمد'])
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
