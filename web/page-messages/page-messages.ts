import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { extractMessagesFromFiles, mapMacroOptions } from '@lingui/native-tools'
import { type Plugin, parseSync } from 'vite'

const root = join(import.meta.dirname, '../..')
const sources = join(root, 'web/src')

/** Modules that this plugin makes: the messages of one page in one language, and, for the server, all messages of all pages. */
const onePage = /^\0virtual:messages\/([\w-]+)\/(.+)$/
const allMessages = 'virtual:messages'

type Compiled = ReturnType<typeof compileMessage>

/** An import on use of a part with messages of its own (`src/lib/text/messages.ts`). */
const partImport = /(\bwithMessages\(\s*import\(\s*['"]([^'"]+)['"]\s*\)),?\s*\)/g

const sourceOf = (file: string, name: string): string =>
  name.startsWith('#') ? join(sources, name.slice(1)) : join(dirname(file), name)

/** Returns our own source files that a module imports, at once or on use; not those with messages of their own. */
function importedSources(file: string): string[] {
  const code = readFileSync(file, 'utf8').replaceAll(partImport, 'withMessages()')
  const { program } = parseSync(file, code)
  const names: string[] = []
  for (const statement of program.body) {
    if (!('source' in statement) || !statement.source) continue
    const kind = statement.type === 'ImportDeclaration' ? statement.importKind : statement.exportKind
    if (kind !== 'type') names.push(statement.source.value)
  }
  for (const [, name] of code.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g)) if (name) names.push(name)
  return names.flatMap((name) => {
    const path = sourceOf(file, name)
    return /^[#.]/.test(name) && /\.tsx?$/.test(name) && !name.includes('+types') ? [path] : []
  })
}

/** Adds the files that `file` needs, itself included, to `found`. */
function gather(file: string, imported: (file: string) => string[], found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const one of imported(file)) gather(one, imported, found)
  return found
}

/** Reads the catalogues of all languages, and which messages each source file has. */
async function readMessages() {
  const config = getConfig({ configPath: join(root, 'lingui.config.ts') })
  const files = globSync('web/src/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.*'] }).map((file) =>
    join(root, file),
  )
  const { messages, warnings } = await extractMessagesFromFiles(files, { macro: mapMacroOptions(config) })
  if (warnings.length > 0) throw new Error(warnings.join('\n'))
  const idsOf = new Map<string, string[]>()
  const sourceTexts: Record<string, string> = {}
  for (const { id, message, origin } of messages) {
    if (!origin || message === undefined) continue
    idsOf.set(origin.filename, [...(idsOf.get(origin.filename) ?? []), id])
    sourceTexts[id] = message
  }
  const [catalogue] = await getCatalogs(config)
  const languages: Record<string, Record<string, Compiled>> = {}
  for (const language of config.locales) {
    const translated = (await catalogue?.read(language)) ?? {}
    // a sentence without a translation is shown in the source language
    languages[language] = Object.fromEntries(
      Object.entries(sourceTexts).map(([id, text]) => [id, compileMessage(translated[id]?.translation || text)]),
    )
  }
  const imports = new Map<string, string[]>()
  const imported = (file: string): string[] => {
    const known = imports.get(file) ?? importedSources(file)
    imports.set(file, known)
    return known
  }
  return { languages, idsOf, imported, files }
}

type Messages = Awaited<ReturnType<typeof readMessages>>

/** Returns the parts with messages of their own that any of some files imports. */
const partsIn = (files: readonly string[]): Set<string> =>
  new Set(
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(partImport)].map(([, , name = '']) => sourceOf(file, name)),
    ),
  )

const pageFile = /\/web\/src\/(pages\/[\w/-]+|root)\.tsx$/
const rootFile = join(sources, 'root.tsx')
const pageName = (file: string): string => relative(sources, file).replace(/\.tsx?$/, '')

/**
 * Gives each page the messages that it shows, in one language: with the document, or beside the page's own code. A page has the
 * messages of all modules that it imports, also on use, but not those of `root.tsx`, which every document carries, and not those of parts
 * that are imported by `withMessages`, which are loaded beside their code.
 */
export function pageMessages(): Plugin {
  let reading: Promise<Messages> | undefined
  const read = (): Promise<Messages> => {
    reading ??= readMessages()
    return reading
  }
  async function idsOfPage(file: string): Promise<string[]> {
    const { idsOf, imported } = await read()
    const known = gather(rootFile, imported)
    const files = file === rootFile ? known : [...gather(file, imported)].filter((one) => !known.has(one))
    return [...new Set([...files].flatMap((one) => idsOf.get(one) ?? []))].sort()
  }
  const pick = async (language: string, ids: readonly string[]) => {
    const { languages } = await read()
    return Object.fromEntries(ids.map((id) => [id, languages[language]?.[id]]))
  }
  return {
    name: 'page-messages',
    buildStart() {
      reading = undefined
    },
    resolveId: (source) => (source.startsWith(allMessages) ? `\0${source}` : undefined),
    async load(id) {
      if (id === `\0${allMessages}`) {
        const { languages } = await read()
        const pages = globSync('pages/**/*.tsx', { cwd: sources, exclude: ['**/*.test.*'] }).map((file) =>
          join(sources, file),
        )
        const ids: Record<string, string[]> = {}
        for (const file of [rootFile, ...pages, ...partsIn((await read()).files)])
          ids[pageName(file)] = await idsOfPage(file)
        const used = new Set(Object.values(ids).flat())
        const all: Record<string, unknown> = {}
        for (const language of Object.keys(languages)) all[language] = await pick(language, [...used])
        return `export const ids = ${JSON.stringify(ids)}\nexport const languages = ${JSON.stringify(all)}`
      }
      const [, language, page] = onePage.exec(id) ?? []
      if (!language || !page) return undefined
      const messages = await pick(language, await idsOfPage(join(sources, `${page}.tsx`)))
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(messages))})`
    },
    transform: {
      filter: { id: /\/web\/src\/[\w/-]+\.tsx?$/ },
      async handler(code, id) {
        if (this.environment.config.consumer !== 'client') return undefined
        const { languages } = await read()
        /** arguments that name a page or part, and load its messages */
        const loadsOf = (page: string): string => {
          const loads = Object.keys(languages).map(
            (one) => `${JSON.stringify(one)}: () => import(${JSON.stringify(`${allMessages}/${one}/${page}`)})`,
          )
          return `${JSON.stringify(page)}, { ${loads.join(', ')} }`
        }
        const withParts = code.replaceAll(
          partImport,
          (_, call: string, name: string) => `${call}, ${loadsOf(pageName(sourceOf(id, name)))})`,
        )
        if (!pageFile.test(id)) return withParts === code ? undefined : { code: withParts, map: null }
        const added = `\nimport { addMessages as $addMessages } from '#lib/text/messages.ts'\n$addMessages(${loadsOf(pageName(id))})\n`
        return { code: withParts + added, map: null }
      },
    },
  }
}
