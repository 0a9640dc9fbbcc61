import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { msg } from '@lingui/core/runtime-macro'
import {
  agreedPages,
  fillTemplate,
  type SitePageKind,
  type SiteSettings,
  sitePageKinds,
} from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { languageTags, speak } from '#core/languages/language.ts'
import { versionOf } from '#core/read-version.ts'
import type { Settings } from '#core/settings.ts'
import { type FactName, factLabels, factsOf } from './facts.ts'
import { chooseLanguage, digestOf } from './rules.ts'
import { findPublished, type PublishedRow } from './version-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'settings' | 'log'> & { config: Pick<FeatureDeps['config'], 'publicUrl'> }

/** A page as a reader sees it. */
export type RenderedPage = {
  kind: SitePageKind
  language: string
  /** with placeholders */
  source: string
  body: string
  /** names of facts that the settings lack */
  missing: FactName[]
  digest: string
  published: PublishedRow | undefined
}

/** The pages of this process. */
export type SitePages = {
  /** Returns the page for a reader of a language. */
  render(kind: SitePageKind, language: string): RenderedPage
  /** Version of all texts that people agree to, in all languages. */
  agreement(): string
  /** The text that is published in exactly this language. */
  published(kind: SitePageKind, language: string): PublishedRow | undefined
  /** Reads the database again. */
  reload(): Promise<void>
  /** Reads settings and pages again, at most once a second: another process may have changed them a moment ago. */
  catchUp(): Promise<void>
  /** Calls `listener` after each change that reaches this process. */
  onChange(listener: () => void): void
}

/** Default texts in Markdown by page and language: `texts/terms.hi.txt`. */
const defaults = new Map<string, string>()
const folder = join(import.meta.dirname, 'texts')
for (const file of readdirSync(folder)) {
  const [kind, language, end] = file.split('.')
  if (end === 'txt') defaults.set(`${kind} ${language}`, readFileSync(join(folder, file), 'utf8').trim())
}
const defaultLanguages = (kind: SitePageKind): string[] =>
  languageTags.filter((language) => defaults.has(`${kind} ${language}`))

/** Returns the default text for a language, in it or in English. */
export function defaultOf(kind: SitePageKind, language: string): { language: string; source: string } {
  const known = defaults.has(`${kind} ${language}`) ? language : 'en'
  return { language: known, source: defaults.get(`${kind} ${known}`) ?? '' }
}

/** What stands in a text where a fact is missing. */
export const markOf = (language: string, name: string): string => {
  const say = speak(language)
  return say(msg`not stated yet: ${{ what: say(factLabels[name as FactName]) }}`) // facts have no other names
}

/** Fills a text with the facts of the site. */
export const fillPage = (settings: SiteSettings, publicUrl: string, language: string, source: string) =>
  fillTemplate(source, factsOf(settings, publicUrl), (name) => markOf(language, name))

type Sources = { settings: SiteSettings; publicUrl: string; published: readonly PublishedRow[] }

/** Returns the language in which a reader sees a page: one of those that it is published in, or that have a default text. */
const languageFor = ({ settings, published }: Sources, kind: SitePageKind, reader: string): string =>
  chooseLanguage({
    language: reader,
    siteLanguage: settings.language,
    published: published.filter((row) => row.kind === kind).map((row) => row.language),
    defaults: defaultLanguages(kind),
  })

/** Renders a page of these published texts and settings; pure but for the default texts. */
export function renderPage(sources: Sources, kind: SitePageKind, reader: string): RenderedPage {
  const { settings, publicUrl, published } = sources
  const language = languageFor(sources, kind, reader)
  const row = published.find((one) => one.kind === kind && one.language === language)
  const source = row?.source ?? defaultOf(kind, language).source
  const { text: body, missing } = fillPage(settings, publicUrl, language, source)
  // names that the table of facts has
  return {
    kind,
    language,
    source,
    body,
    missing: missing as FactName[],
    digest: digestOf(kind, language, body),
    published: row,
  }
}

const all = new WeakMap<Settings, SitePages>()

/** Reads the published pages, and reads them again with each change of the settings, which a publication is too. */
export async function openSitePages({ db, settings, config, log }: Deps): Promise<SitePages> {
  const listeners = new Set<() => void>()
  const { publicUrl } = config
  let published: PublishedRow[] = []
  let rendered = new Map<string, RenderedPage>()
  let agreement: string | undefined
  let caughtUp = { at: Number.NEGATIVE_INFINITY, done: Promise.resolve() }
  const reload = async (): Promise<void> => {
    const found = await findPublished(db)
    if (isDeepStrictEqual(found, published)) return
    published = found
    rendered = new Map()
    agreement = undefined
    for (const listener of listeners) listener()
  }
  const render = (kind: SitePageKind, reader: string): RenderedPage => {
    const sources = { settings: settings.current(), publicUrl, published }
    // readers may name any language: only those of the texts are kept
    const language = languageFor(sources, kind, reader)
    const key = `${kind} ${language}`
    const known = rendered.get(key)
    if (known) return known
    const page = renderPage(sources, kind, language)
    rendered.set(key, page)
    return page
  }
  const agreed = sitePageKinds.filter((kind) =>
    Object.values<readonly SitePageKind[]>(agreedPages).some((kinds) => kinds.includes(kind)),
  )
  const pages: SitePages = {
    render,
    agreement() {
      agreement ??= versionOf(agreed.flatMap((kind) => languageTags.map((language) => render(kind, language).digest)))
      return agreement
    },
    published: (kind, language) => published.find((row) => row.kind === kind && row.language === language),
    reload,
    catchUp() {
      const now = performance.now()
      if (now - caughtUp.at > 1000) caughtUp = { at: now, done: settings.refresh().then(reload) }
      return caughtUp.done
    },
    onChange: (listener) => void listeners.add(listener),
  }
  settings.onChange(() => {
    rendered = new Map()
    agreement = undefined
    // a publication in another process: the previous texts are shown until the database answers again
    reload().catch((error: unknown) => log.error({ err: error }, 'the pages of the site could not be read'))
  })
  await reload()
  all.set(settings, pages)
  return pages
}

/** Returns the pages of this process. Throws before they are open. */
export function sitePagesOf({ settings }: Pick<FeatureDeps, 'settings'>): SitePages {
  const pages = all.get(settings)
  if (!pages) throw new Error('The pages of the site are not open')
  return pages
}
