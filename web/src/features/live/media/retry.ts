/** Grace period in which a lost connection may recover by itself, in milliseconds. */
const recoveryMs = 4000
/** Timeout of an attempt to connect, in milliseconds. */
const attemptMs = 15_000
/** Delay before a failed connection is tried again, doubled with each try, and its maximum, in milliseconds. */
const firstDelayMs = 500
const maxDelayMs = 15_000
/** Failed tries after which the user is told that nothing gets through. */
export const triesUntilBlocked = 3

/** Decides when a connection to the media server is tried again, with the number of tries since it was last up. */
export function createRetry(act: (tries: number) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  const wait = (milliseconds: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      tries++
      act(tries)
    }, milliseconds)
  }
  const delay = (): number => Math.min(maxDelayMs, firstDelayMs * 2 ** tries)
  return {
    tries: (): number => tries,
    /** An attempt begins: without a result in time it counts as failed. */
    begin: (): void => wait(Math.max(attemptMs, delay())),
    /** The state of the connection has changed. */
    follow(state: RTCPeerConnectionState): void {
      if (state === 'connected') {
        clearTimeout(timer)
        tries = 0
      } else if (state === 'disconnected') wait(recoveryMs)
      else if (state === 'failed') wait(delay())
    },
    /** Tries again at once: the user asked for it, or the network has changed. */
    now(): void {
      clearTimeout(timer)
      act(tries)
    },
    reset(): void {
      clearTimeout(timer)
      tries = 0
    },
  }
}
