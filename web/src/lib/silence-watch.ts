/** Calls `onSilence` once when nothing was heard for as long as the last call of `heard` allowed (milliseconds). */
export function silenceWatch(onSilence: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    heard(allowed: number) {
      clearTimeout(timer)
      timer = setTimeout(onSilence, allowed)
    },
    end() {
      clearTimeout(timer)
    },
  }
}
