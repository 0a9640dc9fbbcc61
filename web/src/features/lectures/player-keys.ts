/** What a key does to a player; null for keys that are not ours. */
export type PlayerAction =
  | { kind: 'toggle' }
  | { kind: 'seek'; seconds: number }
  | { kind: 'seekTo'; fraction: number }
  | { kind: 'speed'; step: 1 | -1 }
  | { kind: 'mute' }
  | { kind: 'fullscreen' }

type Key = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }

/** The keys that players on the web share: space and K, J and L, arrows, digits, F, M, < and >. */
export function playerAction({ key, ctrlKey, metaKey, altKey }: Key): PlayerAction | null {
  if (ctrlKey || metaKey || altKey) return null
  if (/^\d$/.test(key)) return { kind: 'seekTo', fraction: Number(key) / 10 }
  switch (key.toLowerCase()) {
    case ' ':
    case 'k':
      return { kind: 'toggle' }
    case 'j':
      return { kind: 'seek', seconds: -10 }
    case 'l':
      return { kind: 'seek', seconds: 10 }
    case 'arrowleft':
      return { kind: 'seek', seconds: -5 }
    case 'arrowright':
      return { kind: 'seek', seconds: 5 }
    case '<':
      return { kind: 'speed', step: -1 }
    case '>':
      return { kind: 'speed', step: 1 }
    case 'm':
      return { kind: 'mute' }
    case 'f':
      return { kind: 'fullscreen' }
    default:
      return null
  }
}

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

/** The next faster or slower speed; stays at the ends. */
export function stepSpeed(speed: number, step: 1 | -1): number {
  const at = speeds.findIndex((one) => one >= speed)
  return speeds[Math.min(speeds.length - 1, Math.max(0, (at < 0 ? speeds.length - 1 : at) + step))] ?? 1
}
