import { i18n, type Messages } from '@lingui/core'
import type { DocumentMessages } from './document-messages.tsx'
import { localeOf } from './format.ts'

/** How a page's messages are loaded, by language; `web/page-messages` adds the call of `addMessages` to each page. */
type Loads = Record<string, () => Promise<{ default: Messages }>>

const pages = new Map<string, Loads>()
/** pages whose messages of the current language are there or on their way */
const asked = new Set<string>()
const onTheirWay = new Set<Promise<void>>()

async function load(page: string, language: string): Promise<void> {
  const messages = await pages.get(page)?.[language]?.()
  if (messages) i18n.load(language, messages.default)
}

/** Makes a page's messages known; they are loaded with the page unless the document has brought them. */
export function addMessages(page: string, loads: Loads): void {
  pages.set(page, loads)
  if (typeof document === 'undefined' || asked.has(page)) return
  asked.add(page)
  const loading = load(page, i18n.locale).finally(() => onTheirWay.delete(loading))
  onTheirWay.add(loading)
}

/** Resolves when the messages of all pages that were loaded are there. */
export async function messagesReady(): Promise<void> {
  await Promise.all(onTheirWay)
}

/** Takes the messages of the first document. */
export function takeMessages({ language, pages: brought, messages }: DocumentMessages): void {
  for (const page of brought) asked.add(page)
  i18n.loadAndActivate({ locale: language, locales: localeOf(language), messages })
}

/** Shows the open pages in another language, without loading the document again. */
export async function changeLanguage(language: string): Promise<void> {
  await Promise.all([...pages.keys()].map((page) => load(page, language)))
  i18n.activate(language, localeOf(language))
}
