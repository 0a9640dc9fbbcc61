import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { formatsOf } from './format.ts'
import { i18n } from './translator.ts'

// every test file begins with this one (vitest.config.ts): browser code that is no component has its language too
i18n.loadAndActivate({ locale: 'en', locales: 'en-IN', messages: {} })

/** The messages as they are in the source. */
export const english = i18n

export const englishFormats = formatsOf(english)

/** Gives its messages to what a test renders. */
export const inEnglish = (children: ReactNode) => <I18nProvider i18n={english}>{children}</I18nProvider>
