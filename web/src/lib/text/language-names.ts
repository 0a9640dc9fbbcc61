import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CourseLanguage } from '@virtual-courses/contract'

/** Languages of courses. `Intl.DisplayNames` has other English names, such as Bangla. */
export const courseLanguageNames: Record<CourseLanguage, MessageDescriptor> = {
  en: msg`English`,
  hi: msg`Hindi`,
  as: msg`Assamese`,
  bn: msg`Bengali`,
  gu: msg`Gujarati`,
  kn: msg`Kannada`,
  ml: msg`Malayalam`,
  mr: msg`Marathi`,
  ne: msg`Nepali`,
  or: msg`Odia`,
  pa: msg`Punjabi`,
  ta: msg`Tamil`,
  te: msg`Telugu`,
  ur: msg`Urdu`,
  ar: msg`Arabic`,
  de: msg`German`,
  es: msg`Spanish`,
  fr: msg`French`,
  other: msg`Another language`,
}
