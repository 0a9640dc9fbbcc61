import { ApiError, api as calls } from '@virtual-courses/contract'
import { browserApi } from '../api.ts'
import { session } from './session.ts'

/** Returns the version of the texts that this page showed, for a call that agrees to them; undefined while it is not known. */
export const shownAgreement = (): string | undefined => session.data()?.settings.agreement || undefined

/**
 * Rethrows the error of a call that agrees to texts. Where they have changed since the page was loaded, the next call agrees to those of
 * now: the user has been asked to look at them.
 */
export async function renewAgreement(error: unknown): Promise<never> {
  if (error instanceof ApiError && error.code === 'terms_changed' && typeof document !== 'undefined') {
    const { agreement } = await browserApi(calls.sitePages.agreement)
    const known = session.data()
    if (known) session.remember({ ...known, settings: { ...known.settings, agreement } })
  }
  throw error
}
