import { useLingui } from '@lingui/react/macro'
import { type ComponentType, useEffect, useState } from 'react'
import { type ToastMessage, type ToastProps, toastOutlet } from './toast.ts'

const load = () => import('./toast-list.tsx').then((module) => module.ToastList)

/** Shows messages as plain text where the list cannot be fetched: most of them then say that the browser is offline. */
function PlainToasts() {
  const { t } = useLingui()
  const [last, setLast] = useState<ToastMessage | null>(null)
  useEffect(() => toastOutlet.connect(setLast), [])
  return (
    <section aria-label={t`Messages`} className="fixed top-bar end-3 z-60 mt-3 w-[min(24rem,calc(100vw-1.5rem))]">
      <p
        role="alert"
        className="rounded-lg border border-line bg-raised p-4 text-[0.9375rem] font-medium text-ink shadow-popup empty:hidden"
      >
        {last?.message}
      </p>
    </section>
  )
}

/**
 * Place of the toasts; render it once, near the end of the page. The list is fetched with the first press or key, since almost
 * every message follows one, and would be a ninth of the first page's JavaScript (decision 033). It is there from then on: screen readers
 * read what comes into a list that they know.
 */
export function ToastViewport({ userId }: ToastProps) {
  const [List, setList] = useState<ComponentType<ToastProps> | null>(null)
  useEffect(() => {
    const preload = () => {
      // the first message loads it again, and falls back
      load().then(
        (loaded) => setList(() => loaded),
        () => {},
      )
    }
    const once = { once: true, passive: true }
    addEventListener('pointerdown', preload, once)
    addEventListener('keydown', preload, once)
    const unsubscribe = toastOutlet.onFirst(() => {
      load().then(
        (loaded) => setList(() => loaded),
        () => setList(() => PlainToasts),
      )
    })
    return () => {
      removeEventListener('pointerdown', preload)
      removeEventListener('keydown', preload)
      unsubscribe()
    }
  }, [])
  return List && <List userId={userId} />
}
