import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { onTabMessage } from '#lib/connection/tabs.ts'
import { session, sessionOver } from '#lib/session/session.ts'

/** Makes this tab follow what others do: signing in and out, the language, purchases, and hearts. */
export function useOtherTabs(): void {
  const { revalidate } = useRevalidator()
  useEffect(
    () =>
      onTabMessage(async (message) => {
        if (message.kind === 'wishlist') session.showHeart(message)
        else if (message.kind === 'language') {
          const { followLanguage } = await import('./switch-language.ts')
          await followLanguage(message.language)
          // of a session that has ended it would leave the page, with what was typed there
          if (!sessionOver.read()) await revalidate()
        } else if (message.kind === 'purchase') {
          if (message.userId === session.data()?.user?._id) await revalidate()
        } else if (await session.check()) await revalidate()
      }),
    [revalidate],
  )
}
