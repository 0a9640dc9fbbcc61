import { msg } from '@lingui/core/runtime-macro'
import type { Cookies } from '#core/call.ts'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { isOffered, languageCookie, languageKeptMs, speak } from '#core/languages/language.ts'
import { storeLanguage } from '../queries.ts'

/** Keeps a language for this browser and, of a signed-in user, for the account and its mails. Returns a sentence in that language. */
export async function chooseLanguage(
  { db, clock }: Pick<FeatureDeps, 'db' | 'clock'>,
  { body, cookies, viewer }: { body: { language: string }; cookies: Cookies; viewer: CurrentUser | null },
): Promise<string> {
  const { language } = body
  if (!isOffered(language)) throw new DomainError('invalid_input', msg`This site does not have this language`)
  if (viewer) await storeLanguage(db, viewer.id, language)
  cookies.set(languageCookie, language, new Date(clock.now().getTime() + languageKeptMs))
  return speak(language)(msg`This site now speaks your language`)
}
