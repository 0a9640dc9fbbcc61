const key = 'flash'

/** Keeps a message for the next document. Without storage the message is lost, nothing else. */
export function flashNext(message: string): void {
  try {
    sessionStorage.setItem(key, message)
  } catch {
    // private windows may forbid storage
  }
}

/** The message kept by the document before this one, once. */
export function takeFlash(): string | null {
  try {
    const message = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return message
  } catch {
    return null
  }
}
