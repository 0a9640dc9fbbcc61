import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { afterAll, expect, test } from 'vitest'
import { pdfProcess } from './pdf-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'pdf-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { readPdf } = pdfProcess()

async function draw(pages: readonly string[]): Promise<Buffer> {
  const document = new PDFDocument()
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const end = new Promise((resolve) => document.on('end', resolve))
  for (const [at, text] of pages.entries()) {
    if (at > 0) document.addPage()
    document.text(text)
  }
  document.end()
  await end
  return Buffer.concat(parts)
}
function save(name: string, bytes: Buffer | string): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

test('a PDF is read page by page', async () => {
  const text = await readPdf(save('two.pdf', await draw(['Osmosis moves water.', 'Diffusion moves the rest.'])))
  expect(text.trim().split(/\n\n+/)).toEqual(['Osmosis moves water.', 'Diffusion moves the rest.'])
})

test('what is no PDF, a part of one, and one that is gone have no text', async () => {
  const whole = await draw(['Something'])
  expect(await readPdf(save('text.pdf', 'Hello'))).toBe('')
  expect(await readPdf(save('half.pdf', whole.subarray(0, whole.length / 3)))).toBe('')
  expect(await readPdf(join(folder, 'none.pdf'))).toBe('')
})

test('a PDF that takes too long is given up', async () => {
  const path = save('slow.pdf', await draw(Array.from({ length: 300 }, (_, at) => `Page ${at}. `.repeat(400))))
  const started = performance.now()
  await pdfProcess({ seconds: 1 }).readPdf(path)
  expect(performance.now() - started).toBeLessThan(20_000)
})

test('a PDF that takes more memory than there is for it is given up', async () => {
  const document = await draw(['Something'])
  const path = save('large.pdf', document)
  // the document once more, behind nothing
  truncateSync(path, 700 * 1024 ** 2)
  appendFileSync(path, document)
  expect(await readPdf(path)).toBe('')
})
