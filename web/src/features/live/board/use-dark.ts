import { useSyncExternalStore } from 'react'

const system = '(prefers-color-scheme: dark)'

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(system)
  const choice = new MutationObserver(listener)
  choice.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  query.addEventListener('change', listener)
  return () => {
    choice.disconnect()
    query.removeEventListener('change', listener)
  }
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset
  return theme === undefined ? window.matchMedia(system).matches : theme === 'dark'
}

/** Whether the page is dark, for what does not know its colours. Browser only. */
export const useDark = (): boolean => useSyncExternalStore(subscribe, isDark, () => false)
