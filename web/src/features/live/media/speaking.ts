import { createStore } from '#lib/create-store.ts'

/** Loudness from which someone counts as speaking, 0 to 1 as browsers report it. */
const loud = 0.02
/** Time that a mark stays after the last sound, so that it does not blink between words; how often is looked, in milliseconds. */
const keptMs = 700
const checkMs = 200

/**
 * Watches who speaks, five times a second. The store changes only when someone begins or stops, so that a tile renders only then.
 * @param levels the loudness of each participant
 */
export function createSpeaking(levels: () => Iterable<readonly [peerId: string, level: number]>) {
  const store = createStore<ReadonlySet<string>>(new Set())
  const last = new Map<string, number>()
  const timer = setInterval(() => {
    const now = performance.now()
    for (const [peerId, level] of levels()) if (level > loud) last.set(peerId, now)
    for (const [peerId, time] of last) if (now - time > keptMs) last.delete(peerId)
    const before = store.read()
    if (before.size !== last.size || [...last.keys()].some((peerId) => !before.has(peerId)))
      store.write(new Set(last.keys()))
  }, checkMs)
  return { store, close: (): void => clearInterval(timer) }
}

export type Speaking = ReturnType<typeof createSpeaking>['store']
