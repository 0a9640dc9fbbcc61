import type { Size, Track } from './track.ts'

export const frameRate = 25
const frameMs = 1000 / frameRate
/** Most frames of a part: what an interrupted worker loses. */
const mostFrames = 300 * frameRate
/** A change that lasts shorter is not shown. */
const leastFrames = frameRate

/** A stream in a picture, by its place in the list of tracks; its shape in this part. */
export type Slot = { track: number; size: Size }
/** A part of the video in which the same streams are shown; times are in frames. */
export type Part = { from: number; frames: number; main: Slot | null; corner: Slot | null }

type Interval = { slot: Slot; what: Track['what']; sender: string; from: number; to: number }
type Scene = Pick<Part, 'main' | 'corner'> & { from: number; to: number }

/** Returns the moments at which a recording begins and ends, in milliseconds since 1970; null without a stream. */
export function spanOf(tracks: readonly Track[]): { from: number; to: number } | null {
  const shown = tracks.flatMap((track) => track.shown)
  if (shown.length === 0) return null
  // without spreading: there may be more than the stack takes
  return {
    from: shown.reduce((least, { from }) => Math.min(least, from), Number.POSITIVE_INFINITY),
    to: shown.reduce((most, { to }) => Math.max(most, to), Number.NEGATIVE_INFINITY),
  }
}

/**
 * Decides what the video shows when. A screen is large, with the camera of who shares it, or of a host, in a corner; without one a host's
 * camera is large, or else that of who has it on for longest. Without any picture it is dark.
 */
export function planParts(tracks: readonly Track[], hosts: ReadonlySet<string>): Part[] {
  const span = spanOf(tracks)
  if (!span) return []
  const toFrame = (time: number): number => Math.round((time - span.from) / frameMs)
  const length = Math.max(1, toFrame(span.to) + 1)
  const intervals = tracks.flatMap(({ what, sender, shown }, track): Interval[] =>
    shown.flatMap(({ from, to, size }) =>
      size === null ? [] : [{ slot: { track, size }, what, sender, from: toFrame(from), to: toFrame(to) + 1 }],
    ),
  )
  const starts = Map.groupBy(intervals, ({ from }) => from)
  const times = [...new Set([0, length, ...intervals.flatMap(({ from, to }) => [from, to])])].sort((a, b) => a - b)
  let active: Interval[] = []
  const scenes: Scene[] = []
  for (const [index, from] of times.entries()) {
    const to = times[index + 1]
    if (to === undefined) break
    active = [...active.filter((one) => one.to > from), ...(starts.get(from) ?? [])]
    addScene(scenes, { ...choose(active, hosts), from, to })
  }
  return scenes.flatMap(split)
}

function choose(active: readonly Interval[], hosts: ReadonlySet<string>): Pick<Part, 'main' | 'corner'> {
  const screen = active.findLast(({ what }) => what === 'screen')
  const cameras = active.filter(({ what }) => what === 'camera')
  const host = cameras.find(({ sender }) => hosts.has(sender))
  if (!screen) return { main: (host ?? cameras[0])?.slot ?? null, corner: null }
  const own = cameras.find(({ sender }) => sender === screen.sender)
  return { main: screen.slot, corner: (own ?? host)?.slot ?? null }
}

const isSame = (one: Slot | null, other: Slot | null): boolean =>
  one?.track === other?.track && one?.size.width === other?.size.width && one?.size.height === other?.size.height

/** Adds a scene after others. One that shows the same, or is too short, makes the one before longer; a short first one goes to the next. */
function addScene(scenes: Scene[], scene: Scene): void {
  const before = scenes.at(-1)
  if (!before) {
    scenes.push(scene)
    return
  }
  if (isSame(before.main, scene.main) && isSame(before.corner, scene.corner)) before.to = scene.to
  else if (before.to - before.from < leastFrames) {
    const earlier = scenes.at(-2)
    if (earlier) {
      earlier.to = before.to
      scenes.pop()
      addScene(scenes, scene)
    } else Object.assign(before, scene, { from: before.from })
  } else scenes.push(scene)
}

function split({ from, to, main, corner }: Scene): Part[] {
  const parts: Part[] = []
  for (let at = from; at < to; at += mostFrames)
    parts.push({ from: at, frames: Math.min(mostFrames, to - at), main, corner })
  return parts
}
