import type { Messages } from '@lingui/core'
import { localeOf } from '@virtual-courses/contract'
import { loadCode, loadPart } from '../connection/stalled-loads.ts'
import type { DocumentMessages } from './document-messages.tsx'
import { i18n } from './translator.ts'

/**
 * How the messages of a page, or of a part that is loaded on use, are loaded, by language; `web/page-messages` adds the calls of
 * `addMessages` and `withMessages`.
 */
type Loads = Record<string, () => Promise<{ default: Messages }>>

const pages = new Map<string, Loads>()
/** of each page the load of its messages in the current language, unless it failed */
const loads = new Map<string, Promise<void>>()

async function load(page: string, language: string): Promise<void> {
  const messages = await pages.get(page)?.[language]?.()
  if (!messages) return
  // `load` renders all that is shown again, also for new messages of the same language, which nothing shows yet; a part of the
  // document that is not hydrated yet would lose what was typed into it
  if (language === i18n.locale) Object.assign(i18n.messages, messages.default)
  else i18n.load(language, messages.default)
}

function keep(page: string, loading: Promise<void>): Promise<void> {
  loads.set(page, loading)
  // asked for again by the next navigation
  loading.catch(() => loads.get(page) === loading && loads.delete(page))
  return loading
}

const begin = (page: string): Promise<void> =>
  keep(
    page,
    loadCode(import.meta.url, () => load(page, i18n.locale)),
  )

/** Makes a page's messages known; they are loaded with the page unless the document has brought them. */
export function addMessages(page: string, ofPage: Loads): void {
  pages.set(page, ofPage)
  if (typeof document !== 'undefined' && !loads.has(page)) void begin(page)
}

/**
 * Loads a part with its messages. Rejects when either cannot be loaded, also at a second and third try: no notice offers to try again while
 * a page is shown, so what asked for the part says that it is missing.
 */
export async function withMessages<Part>(part: string, ofPart: Loads, code: () => Promise<Part>): Promise<Part> {
  pages.set(part, ofPart)
  const messages =
    loads.get(part) ??
    keep(
      part,
      loadPart(() => load(part, i18n.locale)),
    )
  // a part that is missing holds up no page
  messages.catch(() => pages.delete(part))
  const [loaded] = await Promise.all([loadPart(code), messages])
  return loaded
}

/**
 * Resolves when the messages of all pages that were loaded are there; until the connection is back, it waits. Has no end when they are
 * lost (`lostCode`).
 */
export async function messagesReady(): Promise<void> {
  await Promise.all([...pages.keys()].map((page) => loads.get(page) ?? begin(page)))
}

/** Takes the messages of the first document. */
export function takeMessages({ language, pages: brought, messages }: DocumentMessages): void {
  for (const page of brought) loads.set(page, Promise.resolve())
  i18n.loadAndActivate({ locale: language, locales: localeOf(language), messages })
}

/**
 * Shows the open pages in another language, without loading the document again. `save` is called when their messages are there; nothing
 * has changed when it or a load rejects.
 */
export async function changeLanguage(language: string, save?: () => Promise<unknown>): Promise<void> {
  const loaded = new Set<string>()
  const loadOpen = async (): Promise<void> => {
    // a page that arrives meanwhile has asked for the former language
    for (let open = [...pages.keys()]; open.length > 0; open = [...pages.keys()].filter((page) => !loaded.has(page))) {
      await Promise.all(open.map((page) => load(page, language)))
      for (const page of open) loaded.add(page)
    }
  }
  await loadOpen()
  if (save) {
    await save()
    await loadOpen()
  }
  for (const page of loaded) loads.set(page, Promise.resolve())
  i18n.activate(language, localeOf(language))
}
