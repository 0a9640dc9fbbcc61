import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type I18n, type MessageDescriptor, setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { literalValues, localeOf, type OfferedLanguage, sentenceOf } from '@virtual-courses/contract'
import { readPo } from './read-po.ts'

/** A text that people read: a message of `msg`, or an English sentence of the contract. A value may be a function of `Say`. */
export type Sentence = MessageDescriptor | string

/** Says a sentence in one language. What has no translation is said in English. */
export type Say = {
  (sentence: Sentence): string
  /** tag of the language, such as `hi` */
  readonly language: string
  /** locale for `Intl`: Indian grouping, Western digits */
  readonly locale: string
  /** direction of its script */
  readonly dir: OfferedLanguage['dir']
}

/** Language of the sources, and of readers who have chosen none. */
export const sourceLanguage = 'en'

/** Name of the cookie with the language that a browser has chosen. */
export const languageCookie = 'vc_language'

/** How long a browser keeps its language, in milliseconds; browsers allow no more. */
export const languageKeptMs = 400 * 24 * 3600 * 1000

const folder = join(import.meta.dirname, '../../../../locales')

type Catalogue = { texts: Record<string, string>; whole: boolean }

/** Reads the catalogue of a language: translations by the id of their message. */
function readCatalogue(language: string): Catalogue {
  const messages = readPo(readFileSync(join(folder, `${language}.po`), 'utf8'))
  const translated = messages.filter(({ translation }) => translation !== '')
  return {
    texts: Object.fromEntries(translated.map(({ id, translation }) => [id, translation])),
    whole: language === sourceLanguage || translated.length === messages.length,
  }
}

const tags = readdirSync(folder).flatMap((file) => (file.endsWith('.po') ? [file.slice(0, -'.po'.length)] : []))
const catalogues = new Map(tags.map((tag) => [tag, readCatalogue(tag)]))

const nameOf = (tag: string): string => new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag

/** Scripts that are written from right to left (ISO 15924). */
const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'])

const directionOf = (tag: string): OfferedLanguage['dir'] =>
  rightToLeft.has(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr'

/** Tags of the languages of this site: one for each file of `locales/`, English first. */
export const languageTags: readonly [string, ...string[]] = [
  sourceLanguage,
  ...tags.filter((tag) => tag !== sourceLanguage).sort(),
]

/** The languages of this site, in the same order. */
export const offeredLanguages: readonly OfferedLanguage[] = languageTags.map((tag) => ({
  tag,
  name: nameOf(tag),
  dir: directionOf(tag),
  whole: catalogues.get(tag)?.whole ?? false,
}))

export const isOffered = (tag: string): boolean => catalogues.has(tag)

function openTranslator(language: string): I18n {
  const translator = setupI18n({ locale: language, locales: [localeOf(language)], messages: { [language]: {} } })
  // compiled at each call: microseconds, and nothing to do at the start
  translator.setMessagesCompiler(compileMessage)
  const texts = catalogues.get(language)?.texts ?? {}
  translator.load(language, texts)
  return translator
}

const speakers = new Map<string, Say>()

/** Returns what says sentences in a language; English where there is no such language. */
export function speak(language: string): Say {
  const tag = isOffered(language) ? language : sourceLanguage
  const known = speakers.get(tag)
  if (known) return known
  const translator = openTranslator(tag)
  const say = (sentence: Sentence): string => {
    if (typeof sentence !== 'string') {
      // a value that depends on the reader, such as a time
      const values = Object.entries(sentence.values ?? {}).map(([name, value]) => [
        name,
        typeof value === 'function' ? value(say) : value,
      ])
      return translator._({ ...sentence, values: literalValues(Object.fromEntries(values)) })
    }
    // of the contract, which is free of the library
    const { message, values } = sentenceOf(sentence) ?? { message: sentence, values: {} }
    const id = generateMessageId(message)
    if (!(id in translator.messages)) return sentence
    const said = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? say(value) : value.toLocaleString(localeOf(tag)),
    ])
    return translator._({ id, message, values: literalValues(Object.fromEntries(said)) })
  }
  const speaker: Say = Object.assign(say, { language: tag, locale: localeOf(tag), dir: directionOf(tag) })
  speakers.set(tag, speaker)
  return speaker
}

/**
 * Returns what speaks to someone by mail, who is not there to be asked: in the first language that is known, that of their account before
 * that of the request, else in the site's.
 */
export const speakTo = (site: { language: string }, ...known: readonly (string | null | undefined)[]): Say =>
  speak(known.find((language) => language) ?? site.language)

/** English, for logs and for readers whose language is not known. */
export const english = speak(sourceLanguage)
