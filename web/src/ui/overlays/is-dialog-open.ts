import { useSyncExternalStore } from 'react'

/** Whether a dialog lies over the page, which then keeps the keyboard. */
export const isDialogOpen = (): boolean =>
  document.querySelector('dialog[open], [role="dialog"][data-open], [role="alertdialog"][data-open]') !== null

/** Returns the sheet that is open, the upper one of two. */
export const openSheet = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)

function onSheet(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.body, { subtree: true, attributeFilter: ['open'] })
  return () => observer.disconnect()
}

/** Returns the sheet that is open, also after it changes. */
export const useOpenSheet = (): HTMLElement | undefined => useSyncExternalStore(onSheet, openSheet, () => undefined)
