import type { Endpoint } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Call } from '#http/serve.ts'
import { placeOf } from './sessions/place.ts'

/** Cookie of browsers that have signed in to an account before (`known-browser.ts`). */
export const knownBrowserCookie = 'vc_known'

/** Where a request comes from. */
export type Caller = {
  /** key of the rate limits */
  key: string
  /** `User-Agent` header */
  userAgent: string
  /** network of the client, for the list of sessions */
  place: string
  /** session of the request; null for a visitor */
  sessionId: string | null
  /** value of the cookie `knownBrowserCookie` */
  known: string | undefined
  /** language of the reply; mails about the request speak it where the account has chosen none */
  language: string
  /** aborted when the client disconnects before the reply */
  signal: AbortSignal
}

/** Language of an account that is opened now: that of the page, for its mails; null where that is the site's own, which may change. */
export const languageOfNew = ({ settings }: Pick<FeatureDeps, 'settings'>, { language }: Pick<Caller, 'language'>) =>
  language === settings.current().language ? null : language

export const callerOf = (
  call: Pick<Call<Endpoint>, 'client' | 'headers' | 'cookies' | 'say' | 'signal' | 'viewer'>,
): Caller => ({
  key: call.client,
  userAgent: call.headers['user-agent'] ?? '',
  place: placeOf(call.client),
  sessionId: call.viewer?.sessionId ?? null,
  known: call.cookies.read(knownBrowserCookie),
  language: call.say.language,
  signal: call.signal,
})
