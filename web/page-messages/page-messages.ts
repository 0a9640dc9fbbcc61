import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { extractMessagesFromFiles, mapMacroOptions } from '@lingui/native-tools'
import { type Plugin, parseSync } from 'vite'

const root = join(import.meta.dirname, '../..')
const sources = join(root, 'web/src')

/** Modules that this plugin makes: the messages of one page or part in one language, and, for the server, all messages. */
const onePage = /^\0virtual:messages\/([\w-]+)\/(.+)$/
const allMessages = 'virtual:messages'

type Compiled = ReturnType<typeof compileMessage>

/** `import('…')` of one of our own files: a part, which is loaded on use. */
const importOnUse = /\bimport\(\s*(["'])([#.][^"']+\.tsx?)\1\s*\)/g

/** Returns the path of one of our own source files as `file` imports it. */
const sourcePath = (file: string, name: string): string =>
  name.startsWith('#') ? join(sources, name.slice(1)) : join(dirname(file), name)

/** Returns our own source files that a module needs at once. */
function importedSources(file: string): string[] {
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  const names: string[] = []
  for (const statement of program.body) {
    if (!('source' in statement) || !statement.source) continue
    const kind = statement.type === 'ImportDeclaration' ? statement.importKind : statement.exportKind
    if (kind !== 'type') names.push(statement.source.value)
  }
  return names.flatMap((name) =>
    /^[#.].*\.tsx?$/.test(name) && !name.includes('+types') ? [sourcePath(file, name)] : [],
  )
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
  return { languages, texts: Object.keys(sourceTexts), idsOf, imported }
}

type Messages = Awaited<ReturnType<typeof readMessages>>

const rootFile = join(sources, 'root.tsx')
const pageName = (file: string): string => relative(sources, file).replace(/\.tsx?$/, '')

/**
 * Gives each page the messages that it shows, in one language: with the document, or beside the page's own code. A page has the
 * messages of the modules that it imports, but not those of `root.tsx`, which every document carries; a part that is loaded on use
 * brings its own.
 */
export function pageMessages(): Plugin {
  let reading: Promise<Messages> | undefined
  /** ids of the messages of each page and part that was asked for */
  const known = new Map<string, Promise<string[]>>()
  const read = (): Promise<Messages> => {
    reading ??= readMessages()
    return reading
  }
  async function findIds(file: string): Promise<string[]> {
    const { idsOf: ids, imported } = await read()
    const everywhere = gather(rootFile, imported)
    const files = file === rootFile ? everywhere : [...gather(file, imported)].filter((one) => !everywhere.has(one))
    return [...new Set([...files].flatMap((one) => ids.get(one) ?? []))].sort()
  }
  const idsOf = (file: string): Promise<string[]> => {
    const ids = known.get(file) ?? findIds(file)
    known.set(file, ids)
    return ids
  }
  const pick = async (language: string, ids: readonly string[]) => {
    const { languages } = await read()
    return Object.fromEntries(ids.map((id) => [id, languages[language]?.[id]]))
  }
  /** Source of an object: of each language a function that loads the messages of `file`. */
  async function loadsOf(file: string): Promise<string> {
    const { languages } = await read()
    const load = (language: string) => JSON.stringify(`${allMessages}/${language}/${pageName(file)}`)
    return `{ ${Object.keys(languages).map((one) => `${JSON.stringify(one)}: () => import(${load(one)})`)} }`
  }
  /** Makes each `import()` of a part be tried again, and wait for the part's messages where it has some. */
  async function waitForParts(code: string, file: string): Promise<string> {
    let changed = code
    for (const [whole, , name = ''] of new Set(code.matchAll(importOnUse))) {
      const part = sourcePath(file, name)
      const hasMessages = (await idsOf(part)).length > 0
      const waiting = hasMessages
        ? `$withMessages(${JSON.stringify(pageName(part))}, ${await loadsOf(part)}, () => ${whole})`
        : `$loadPart(() => ${whole})`
      changed = changed.replaceAll(whole, () => waiting)
    }
    return changed
  }
  return {
    name: 'page-messages',
    buildStart() {
      reading = undefined
      known.clear()
    },
    resolveId: { filter: { id: /^virtual:messages/ }, handler: (source) => `\0${source}` },
    load: {
      filter: { id: /^\0virtual:messages/ },
      async handler(id) {
        if (id === `\0${allMessages}`) {
          const { languages, texts } = await read()
          const pages = globSync('pages/**/*.tsx', { cwd: sources, exclude: ['**/*.test.*'] }).map((file) =>
            join(sources, file),
          )
          const ids: Record<string, string[]> = {}
          for (const file of [rootFile, ...pages]) ids[pageName(file)] = await idsOf(file)
          const all: Record<string, unknown> = {}
          for (const language of Object.keys(languages)) all[language] = await pick(language, texts)
          return `export const ids = ${JSON.stringify(ids)}\nexport const languages = ${JSON.stringify(all)}`
        }
        const [, language, page] = onePage.exec(id) ?? []
        if (!language || !page) return undefined
        const file = [`${page}.tsx`, `${page}.ts`].map((name) => join(sources, name)).find((one) => existsSync(one))
        const messages = file ? await pick(language, await idsOf(file)) : {}
        return `export default JSON.parse(${JSON.stringify(JSON.stringify(messages))})`
      },
    },
    transform: {
      filter: { id: /\/web\/src\/[\w/-]+\.tsx?$/ },
      async handler(code, id) {
        if (this.environment.config.consumer !== 'client') return undefined
        let changed = await waitForParts(code, id)
        if (changed.includes('$withMessages('))
          changed += `\nimport { withMessages as $withMessages } from '#lib/text/messages.ts'\n`
        if (changed.includes('$loadPart('))
          changed += `\nimport { loadPart as $loadPart } from '#lib/connection/stalled-loads.ts'\n`
        if (/\/src\/(pages\/[\w/-]+|root)\.tsx$/.test(id))
          changed += `\nimport { addMessages as $addMessages } from '#lib/text/messages.ts'\n$addMessages(${JSON.stringify(pageName(id))}, ${await loadsOf(id)})\n`
        return changed === code ? undefined : { code: changed, map: null }
      },
    },
  }
}
