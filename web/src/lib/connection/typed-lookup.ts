/** Looks up a text while it is being typed. */
export type TypedLookup = {
  /** What the field has now; looked up after a pause. "" ends the lookup and shows nothing. */
  type(text: string): void
  /** Ends the lookup; nothing is shown after it. */
  close(): void
}

/** The pause after a key, in milliseconds, after which the text is looked up. */
export const typingPause = 150

/**
 * Returns a lookup that sends one request at a time: a new text aborts that of the text before, whose reply is not shown even when it
 * arrives. `show` gets null for a text that has nothing to show or whose request failed.
 */
export function createTypedLookup<T>(
  read: (text: string, signal: AbortSignal) => Promise<T>,
  show: (found: T | null, text: string) => void,
): TypedLookup {
  let running: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wanted = ''

  const stop = () => {
    clearTimeout(timer)
    running?.abort()
    running = undefined
  }

  function ask(text: string) {
    const control = new AbortController()
    running = control
    read(text, control.signal)
      .catch(() => null)
      .then((found) => {
        if (!control.signal.aborted) show(found, text)
      })
  }

  return {
    type(text) {
      if (text === wanted) return
      wanted = text
      stop()
      if (text === '') show(null, text)
      else timer = setTimeout(() => ask(text), typingPause)
    },
    close() {
      wanted = ''
      stop()
    },
  }
}
