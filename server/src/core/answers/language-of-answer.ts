import type { ChatTurn } from '@virtual-courses/contract'
import { offeredLanguages, type Say, speak } from '#core/languages/language.ts'
import { earlierMessages } from './earlier-messages.ts'

const scriptOf = (tag: string): string => new Intl.Locale(tag).maximize().script ?? 'Latn'

/** Languages of the site with a script of their own; Latin letters tell no language. */
const scripts = offeredLanguages
  .map(({ tag }) => ({ tag, script: scriptOf(tag) }))
  .filter(({ script }) => script !== 'Latn')
  .map(({ tag, script }) => ({ tag, letter: new RegExp(`\\p{Script=${script}}`, 'gu') }))

/** The language of the site in whose script most letters of a text are; undefined for another script, null for a text without letters. */
function languageIn(text: string): string | undefined | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return null
  return scripts.find(({ letter }) => (text.match(letter)?.length ?? 0) * 2 > letters)?.tag
}

/**
 * Returns what speaks to the reader: in the language whose script they write, else in that of their pages. `texts` is the message without
 * the titles that it names, then the message; one without letters is answered in the language of the message before it.
 */
export function languageOfAnswer(texts: readonly string[], history: readonly ChatTurn[], pages: Say): Say {
  for (const text of [...texts, ...earlierMessages(history)]) {
    const language = languageIn(text)
    if (language !== null) return language === undefined ? pages : speak(language)
  }
  return pages
}
