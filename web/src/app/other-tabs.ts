import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { onTabMessage } from '#lib/connection/tabs.ts'
import { session } from '#lib/session/session.ts'
import { useReread } from '#lib/session/use-reread.ts'

/** Makes this tab follow what others do: signing in and out, the language, purchases, and hearts. */
export function useOtherTabs(): void {
  const { revalidate } = useRevalidator()
  const reread = useReread()
  useEffect(
    () =>
      onTabMessage(async (message) => {
        if (message.kind === 'wishlist') session.showHeart(message)
        else if (message.kind === 'language') {
          const { followLanguage } = await import('./switch-language.ts')
          await followLanguage(message.language)
          await reread()
        } else if (message.kind === 'purchase') {
          if (message.userId === session.data()?.user?._id) await revalidate()
        } else if (await session.check()) await revalidate()
      }),
    [revalidate, reread],
  )
}
