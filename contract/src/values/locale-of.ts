const region = 'IN'

/** Locale of English here, for `Intl`. */
export const platformLocale = `en-${region}`

/**
 * Returns the locale in which a language is written here: that of India, with Western digits. A language that the engine does not know is
 * written as English, not as that of the machine.
 */
export function localeOf(language: string): string {
  if (language === 'en') return platformLocale
  const { language: base, region: own = region } = new Intl.Locale(language)
  const locale = `${base}-${own}-u-nu-latn`
  return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0 ? locale : platformLocale
}
