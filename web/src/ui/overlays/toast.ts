export type ToastKind = 'success' | 'error' | 'info'
export type ToastMessage = { kind: ToastKind; message: string }

export type ToastProps = {
  /** Returns the address of the login for a message that asks to log in; it is the same function all the time. */
  loginFor: (message: string) => string | undefined
}

type Show = (toast: ToastMessage) => void

/** Messages kept until the list of toasts is loaded: its code is fetched with the first one. */
let waiting: ToastMessage[] = []
let show: Show | null = null
let onFirst: (() => void) | null = null

function add(kind: ToastKind, message: string): void {
  if (show) show({ kind, message })
  else {
    waiting.push({ kind, message })
    onFirst?.()
  }
}

/** Short messages at the top right. Can be called from anywhere in the browser, inside React or outside. */
export const toast = {
  success: (message: string) => add('success', message),
  error: (message: string) => add('error', message),
  info: (message: string) => add('info', message),
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
