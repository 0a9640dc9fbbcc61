import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { formatter } from '@lingui/format-po'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../project-root.ts'

type Token = string | [name: string, type?: string, options?: Record<string, Token[] | string | number>]

/** Names of placeholders, tags, and plural forms of a compiled message. */
function partsOf(message: unknown): { names: Set<string>; tags: string[]; plurals: Set<string>[] } {
  const parts = { names: new Set<string>(), tags: [] as string[], plurals: [] as Set<string>[] }
  const walk = (token: Token): void => {
    if (typeof token === 'string') {
      parts.tags.push(...(token.match(/<\/?\d+\/?>/g) ?? []))
      return
    }
    const [name, type, options] = token
    parts.names.add(name)
    if (type === 'plural') parts.plurals.push(new Set(Object.keys(options ?? {})))
    for (const option of Object.values(options ?? {})) if (Array.isArray(option)) option.forEach(walk)
  }
  // the shape that Lingui documents for compiled messages
  for (const token of message as Token[]) walk(token)
  return parts
}

const format = formatter()
const files = globSync('locales/*.po', { cwd: projectRoot }).filter((file) => basename(file) !== 'en.po')

it('finds catalogues', () => expect(files.length).toBeGreaterThan(0))

describe.each(files)('%s', async (file) => {
  const language = basename(file, '.po')
  const filename = join(projectRoot, file)
  const read = await format.parse(readFileSync(filename, 'utf8'), { locale: language, sourceLocale: 'en', filename })
  const translated = Object.values(read).filter(({ translation }) => translation)

  it('has the placeholders and tags of each message', () => {
    const wrong = translated.filter(({ message = '', translation = '' }) => {
      const [source, target] = [partsOf(compileMessage(message)), partsOf(compileMessage(translation))]
      const sameNames = [...source.names].sort().join() === [...target.names].sort().join()
      return !sameNames || [...new Set(source.tags)].sort().join() !== [...new Set(target.tags)].sort().join()
    })
    expect(wrong.map(({ message, translation }) => `${message} → ${translation}`)).toEqual([])
  })

  it('has the plural forms of the language', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const wrong = translated.filter(({ translation = '' }) =>
      partsOf(compileMessage(translation)).plurals.some((plural) => forms.some((form) => !plural.has(form))),
    )
    expect(wrong.map(({ translation }) => translation)).toEqual([])
  })

  it('begins and ends with the white space of its message', () => {
    const edges = (text: string) => [/^\s*/.exec(text)?.[0], /\s*$/.exec(text)?.[0]].join('|')
    const wrong = translated.filter(({ message = '', translation = '' }) => edges(message) !== edges(translation))
    expect(wrong.map(({ message }) => message)).toEqual([])
  })
})
