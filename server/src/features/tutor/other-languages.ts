import { msg } from '@lingui/core/runtime-macro'
import type { Say } from '#core/languages/language.ts'
import type { Passage } from './passage.ts'

/** Says in which languages the passages are, where that is not the answer's; null where all are in it. */
export function otherLanguagesNote(passages: readonly Passage[], say: Say): string | null {
  const names = new Intl.DisplayNames([say.language], { type: 'language', fallback: 'code' })
  const others = new Set(
    passages
      .map(({ language }) => language)
      .filter((language) => language.split('-')[0] !== say.language.split('-')[0])
      .map((language) => names.of(language) ?? language),
  )
  if (others.size === 0) return null
  const languages = new Intl.ListFormat(say.locale, { type: 'conjunction' }).format(others)
  return say(msg`The lectures say it in ${{ languages }}.`)
}
