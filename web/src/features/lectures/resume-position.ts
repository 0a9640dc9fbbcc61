const prefix = 'position:'
/** Nearer than this to either end, a lecture starts from the beginning, in seconds. */
const margin = 10

/** Remembers how far a lecture was watched, in this browser. */
export function savePosition(lectureId: string, seconds: number, duration: number): void {
  try {
    const worthIt = seconds > margin && seconds < duration - margin
    if (worthIt) localStorage.setItem(prefix + lectureId, String(Math.floor(seconds)))
    else localStorage.removeItem(prefix + lectureId)
  } catch {
    // private windows may forbid storage
  }
}

/** Where to go on, in seconds; 0 for the beginning. */
export function savedPosition(lectureId: string): number {
  try {
    const seconds = Number(localStorage.getItem(prefix + lectureId))
    return Number.isFinite(seconds) && seconds > 0 ? seconds : 0
  } catch {
    return 0
  }
}
