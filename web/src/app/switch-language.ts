import { ApiError, api as calls } from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { createSerialQueue } from '#lib/connection/serial-queue.ts'
import { publishToTabs } from '#lib/connection/tabs.ts'
import { session } from '#lib/session/session.ts'
import { changeLanguage } from '#lib/text/messages.ts'
import { i18n } from '#lib/text/translator.ts'

const save = (language: string) => browserApi(calls.accounts.setLanguage, { body: { language } })

/** Languages are changed one after another, whichever control asks. */
const inTurn = createSerialQueue()

/**
 * Changes the language of the page, of this browser with its other tabs, and of the account. Throws when a part of it fails; all stay as
 * they were then.
 */
export const switchLanguage = (language: string): Promise<void> =>
  inTurn(async () => {
    const former = i18n.locale
    if (language === former) return
    let asked = false
    try {
      await changeLanguage(language, () => {
        asked = true
        return save(language)
      })
    } catch (error) {
      const refused = error instanceof ApiError && error.status > 0
      // it may have been saved although no reply has come
      if (asked && !refused) save(former).catch(() => {})
      throw error
    }
    publishToTabs({ kind: 'language', language })
    if (session.data()?.user) await readNotificationsAgain()
  })

/** Shows this page in a language that was chosen elsewhere: in another tab, or earlier by the account that signs in. */
export const followLanguage = (language: string): Promise<void> =>
  inTurn(async () => {
    if (language !== i18n.locale) await changeLanguage(language)
  })

/** The server words them; this tab keeps those that it knows through all navigations. */
async function readNotificationsAgain(): Promise<void> {
  const { refreshNotifications } = await import('#features/notifications/notification-updates.ts')
  await refreshNotifications()
}
