/** Waiting times between tries while the server cannot be reached, in milliseconds; the last one repeats. */
const tryAgainMs = [1000, 2000, 4000, 8000, 15_000]

type Options = {
  /** Loads again; then `reached` or `lost` is called. */
  attempt(): void
  /** Whether someone watches: nothing is tried for a hidden page. */
  watched(): boolean
  onLost(lost: boolean): void
}

export type Recovery = {
  /** It cannot be reached, or not yet. */
  lost(): void
  /** It is reached, or something else is played. */
  reached(): void
  /** Tries at once instead of at the next turn. */
  retry(): void
  close(): void
}

/** Tries again with growing pauses while a video cannot be reached: at once when the line is back, or the page is seen again. */
export function createRecovery({ attempt, watched, onLost }: Options): Recovery {
  let tries = 0
  let isLost = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function retry(): void {
    clearTimeout(timer)
    attempt()
  }
  const onBack = () => isLost && watched() && retry()
  window.addEventListener('online', onBack)
  document.addEventListener('visibilitychange', onBack)

  function reached(): void {
    clearTimeout(timer)
    tries = 0
    if (!isLost) return
    isLost = false
    onLost(false)
  }

  return {
    lost() {
      clearTimeout(timer)
      timer = setTimeout(onBack, tryAgainMs[Math.min(tries, tryAgainMs.length - 1)])
      tries++
      if (isLost) return
      isLost = true
      onLost(true)
    },
    reached,
    retry,
    close() {
      clearTimeout(timer)
      isLost = false
      window.removeEventListener('online', onBack)
      document.removeEventListener('visibilitychange', onBack)
    },
  }
}
