import { courseLanguages } from '@virtual-courses/contract/values/fields'

/** Codes of two letters and English names, in lower case, of the languages whose name is one word. */
const languageNames: readonly (readonly [code: string, name: string])[] = namesOfLanguages()

function namesOfLanguages(): [string, string][] {
  const taught: Readonly<Record<string, string>> = courseLanguages
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(97 + at))
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .map((code): [string, string] => [code, (taught[code] ?? names.of(code) ?? '').toLowerCase()])
    .filter(([, name]) => /^[a-z]+$/.test(name))
}

/** Names of languages but English and Hindi, in which courses are taught. */
export const languages: ReadonlySet<string> = new Set(
  languageNames.flatMap(([, name]) => (name === 'english' || name === 'hindi' ? [] : name)),
)

/** What languages other than English call themselves, with their English names. */
export const ownNames: readonly (readonly [own: string, name: string])[] = languageNames
  .filter(([, name]) => name !== 'english')
  .map(([code, name]) => [new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? name, name])
