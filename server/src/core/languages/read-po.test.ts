import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatter } from '@lingui/format-po'
import { expect, test } from 'vitest'
import { readPo } from './read-po.ts'

const readByLingui = async (content: string, language = 'hi') => {
  const read = await formatter().parse(content, { locale: language, sourceLocale: 'en', filename: `${language}.po` })
  return Object.entries(read)
    .filter(([, { obsolete }]) => obsolete !== true)
    .map(([id, { translation = '' }]) => ({ id, translation }))
}

const folder = join(import.meta.dirname, '../../../../locales')

test.each(globSync('*.po', { cwd: folder }))('%s is read as Lingui reads it', async (file) => {
  const content = readFileSync(join(folder, file), 'utf8')
  expect(readPo(content)).toEqual(await readByLingui(content))
})

test('long lines, contexts, escapes and comments are read as Lingui reads them; obsolete messages are not', async () => {
  const content = [
    'msgid ""\nmsgstr ""\n"Language: hi\\n"',
    '#. of a button\n#: web/src/a.tsx:1\n#, fuzzy\nmsgctxt "verb"\nmsgid "Open"\nmsgstr "खोलें"',
    'msgid ""\n"One \\"two\\"\\n"\n"three \\\\ four"\nmsgstr ""\n"एक\\t"\n"दो"',
    'msgid "Not yet"\nmsgstr ""',
  ]
  const obsolete = '\n#~ msgid "Gone"\n#~ msgstr "गया"\n'
  for (const end of ['\n', '\r\n']) {
    const file = `${content.join('\n\n')}\n`.replaceAll('\n', end)
    expect(readPo(file)).toEqual(await readByLingui(file))
    expect(readPo(file + obsolete)).toEqual(readPo(file))
    expect(readPo(file).map(({ translation }) => translation)).toEqual(['खोलें', 'एक\tदो', ''])
  }
})

test('what other editors of translations write is read too', () => {
  const written = '#~ msgid "Gone"\n#~ msgstr "गया"\n\nmsgid  "Open"  \n#| msgid "Opened"\nmsgstr   "खोलें"\n'
  expect(readPo(`msgid ""\nmsgstr ""\n\n${written}`).map(({ translation }) => translation)).toEqual(['खोलें'])
})
