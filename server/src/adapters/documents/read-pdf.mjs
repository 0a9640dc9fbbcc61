// Reads the text of one PDF in a process of its own, which is all that a hostile file can take down. Plain JavaScript, because stripping types
// costs memory.
//
// Arguments: the library, the file, pages at most, characters at most. The text goes to stdout page by page, so that what was read before a
// limit ends the process is kept.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [, , library, file, mostPages, mostCharacters] = process.argv
const { getDocumentProxy } = await import(pathToFileURL(library).href)
const { buffer, byteOffset, length } = readFileSync(file)
// the same memory: a copy of a large file is what the limit of memory has no room for
const pdf = await getDocumentProxy(new Uint8Array(buffer, byteOffset, length), {
  isEvalSupported: false,
  useSystemFonts: false,
  stopAtErrors: false,
  verbosity: 0,
})
let left = Number(mostCharacters)
for (let number = 1; number <= Math.min(pdf.numPages, Number(mostPages)) && left > 0; number++) {
  const page = await pdf.getPage(number)
  const { items } = await page.getTextContent()
  const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
  await new Promise((resolve) => process.stdout.write(`${text.slice(0, left)}\n\n`, resolve))
  left -= text.length
  page.cleanup()
}
process.exit(0)
