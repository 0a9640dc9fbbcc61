import { t } from '@lingui/core/macro'
import type { Said } from '../said.tsx'

export type ToastKind = 'success' | 'error' | 'info'
export type ToastMessage = {
  kind: ToastKind
  message: string
  /** address of the login, for an error of a session that has ended */
  login?: string | undefined
}

export type ToastProps = {
  /** id of the current user: messages that lead to the login go once there is one again */
  userId: string | undefined
}

type Show = (toast: ToastMessage) => void

/** Messages kept until the list of toasts is loaded: its code is fetched with the first one. */
let waiting: ToastMessage[] = []
let show: Show | null = null
let onFirst: (() => void) | null = null
const watchers = new Set<(login: string | undefined) => void>()

function add(toast: ToastMessage): void {
  for (const watch of watchers) watch(toast.login)
  if (show) show(toast)
  else {
    waiting.push(toast)
    onFirst?.()
  }
}

/** Short messages at the top right. Can be called from anywhere in the browser, inside React or outside. */
export const toast = {
  success: (message: string) => add({ kind: 'success', message }),
  error: (said: Said) => {
    const { message, login } = typeof said === 'string' ? { message: said } : said
    add({ kind: 'error', message, ...(login !== undefined && { login }) })
  },
  info: (message: string) => add({ kind: 'info', message }),
}

/** Says that a part that is loaded on use is missing. Firefox keeps a failure for the life of the document, which a reload ends. */
export function sayMissing(): void {
  toast.error(navigator.onLine ? t`This part could not be loaded. Try again, or reload the page.` : t`You are offline`)
}

/**
 * Calls back with the login to which each new message leads. A modal dialog keeps the focus inside, away from messages, and shows that way
 * itself. Returns the function that unsubscribes.
 */
export function onLogin(watch: (login: string | undefined) => void): () => void {
  watchers.add(watch)
  return () => void watchers.delete(watch)
}

/** Connects the calls above to what shows them. */
export const toastOutlet = {
  /** Calls back when the first message waits for a list. Returns the function that unsubscribes. */
  onFirst(listener: () => void): () => void {
    onFirst = listener
    if (waiting.length > 0) listener()
    return () => {
      onFirst = null
    }
  },
  /** Passes on what waits, in order, and every later message. Returns the function that disconnects. */
  connect(next: Show): () => void {
    show = next
    const messages = waiting
    waiting = []
    for (const message of messages) next(message)
    return () => {
      show = null
    }
  },
}
