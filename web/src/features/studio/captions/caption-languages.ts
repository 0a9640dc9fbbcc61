import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

/** Languages of captions, each with its own name: English and the languages of India with the most speakers first. */
const languages = [
  { value: 'en', name: msg`English`, own: 'English' },
  { value: 'hi', name: msg`Hindi`, own: 'हिन्दी' },
  { value: 'bn', name: msg`Bengali`, own: 'বাংলা' },
  { value: 'mr', name: msg`Marathi`, own: 'मराठी' },
  { value: 'te', name: msg`Telugu`, own: 'తెలుగు' },
  { value: 'ta', name: msg`Tamil`, own: 'தமிழ்' },
  { value: 'gu', name: msg`Gujarati`, own: 'ગુજરાતી' },
  { value: 'ur', name: msg`Urdu`, own: 'اردو' },
  { value: 'kn', name: msg`Kannada`, own: 'ಕನ್ನಡ' },
  { value: 'or', name: msg`Odia`, own: 'ଓଡ଼ିଆ' },
  { value: 'ml', name: msg`Malayalam`, own: 'മലയാളം' },
  { value: 'pa', name: msg`Punjabi`, own: 'ਪੰਜਾਬੀ' },
  { value: 'as', name: msg`Assamese`, own: 'অসমীয়া' },
  { value: 'ar', name: msg`Arabic`, own: 'العربية' },
  { value: 'zh', name: msg`Chinese`, own: '中文' },
  { value: 'fr', name: msg`French`, own: 'Français' },
  { value: 'de', name: msg`German`, own: 'Deutsch' },
  { value: 'id', name: msg`Indonesian`, own: 'Bahasa Indonesia' },
  { value: 'ja', name: msg`Japanese`, own: '日本語' },
  { value: 'pt', name: msg`Portuguese`, own: 'Português' },
  { value: 'ru', name: msg`Russian`, own: 'Русский' },
  { value: 'es', name: msg`Spanish`, own: 'Español' },
] as const

/** Whether captions may be added in a language. */
export const isCaptionLanguage = (language: string): boolean => languages.some(({ value }) => value === language)

/** The languages that captions may be added in, named for the reader: "Tamil · தமிழ்" in a list, "Tamil" in a sentence. */
export function useCaptionLanguages() {
  const { t, i18n } = useLingui()
  const nameOf = (language: string): string => {
    const known = languages.find(({ value }) => value === language)
    return known ? t(known.name) : language
  }
  const labelOf = (language: string): string => {
    const here = nameOf(language)
    const own = languages.find(({ value }) => value === language)?.own
    // the reader's own language needs no second name
    return own === undefined || own === here || language === i18n.locale ? here : `${here} · ${own}`
  }
  return { nameOf, labelOf, options: languages.map(({ value }) => ({ value, label: labelOf(value) })) }
}
