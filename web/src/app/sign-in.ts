import { api as calls, type Viewer } from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { publishToTabs } from '#lib/connection/tabs.ts'
import { session } from '#lib/session/session.ts'
import { i18n } from '#lib/text/translator.ts'

/**
 * Takes over a user who has signed in. In a browser the page changes to the language that they have chosen before, and stays as it is
 * where that fails: the next document is in it.
 */
export async function signIn(user: Viewer): Promise<void> {
  session.setUser(user)
  if (typeof document === 'undefined') return
  try {
    const { language } = await browserApi(calls.accounts.viewer)
    if (!language) return
    publishToTabs({ kind: 'language', language })
    if (language === i18n.locale) return
    const { followLanguage } = await import('./switch-language.ts')
    await followLanguage(language)
  } catch (error) {
    console.warn(error)
  }
}
