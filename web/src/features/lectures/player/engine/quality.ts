/** What a viewer chose: let the player decide, or a height in pixels. */
export type Quality = 'auto' | number

/** The height that the data saver never exceeds. */
const saverHeight = 360

/** Returns the height that names a playlist, such as 360 of "360p.m3u8"; null for others. The picture of an upright video has another one. */
export function heightOf(address: string): number | null {
  const [, height] = /(?:^|\/)(\d+)p\.m3u8(?:\?|$)/.exec(address) ?? []
  return height === undefined ? null : Number(height)
}

/** Returns the heights that a main playlist offers, the lowest first. */
export const heightsOf = (playlist: string): number[] =>
  playlist
    .split(/\r?\n/)
    .filter((line) => !line.startsWith('#'))
    .map(heightOf)
    .filter((height) => height !== null)
    .sort((a, b) => a - b)

/** The highest of these (the lowest first) up to a limit; the lowest where all exceed it; null of none. */
const upTo = (heights: readonly number[], limit: number): number | null =>
  heights.findLast((height) => height <= limit) ?? heights[0] ?? null

/** Returns the height that plays when it was chosen by hand; null for automatic. */
export const fixedHeight = (heights: readonly number[], quality: Quality): number | null =>
  quality === 'auto' ? null : upTo(heights, quality)

export type Limits = {
  saver: boolean
  /** height of the player in pixels of the screen; 0 while it is unknown */
  pixels: number
}

/** Returns the greatest height that is chosen automatically: what the player can show, and less with the data saver. */
export function automaticLimit(heights: readonly number[], { saver, pixels }: Limits): number | null {
  const shown = heights.find((height) => height >= pixels) ?? heights.at(-1) ?? null
  if (pixels === 0 || shown === null) return saver ? upTo(heights, saverHeight) : (heights.at(-1) ?? null)
  return saver ? upTo(heights, Math.min(saverHeight, shown)) : shown
}

/** What the browser says about the line; only some do. */
export type Line = { downlink?: number; saveData?: boolean }

export const browserLine = (): Line => Object(Reflect.get(navigator, 'connection')) as Line // not in the types: not standard

/** A measured speed in bits a second, and when. */
export type Measured = { bits: number; at: number }

/** Where the browser keeps it. */
export const measuredKey = 'line'

/** Measurements older than this say little: people move. In milliseconds. */
const measuredFor = 12 * 3600_000
/** A cautious beginning where nothing is known: the first picture comes soon, and the next parts are better. In bits a second. */
const unknownLine = 500_000

export function parseMeasured(value: unknown): Measured | null {
  const { bits, at } = Object(value) as Partial<Record<keyof Measured, unknown>> // checked here
  return typeof bits === 'number' && bits > 0 && typeof at === 'number' ? { bits, at } : null
}

/**
 * Returns the speed with which a video begins, in bits a second: the last measured one, but never more than the browser believes
 * of the line now.
 */
export function startSpeed(measured: Measured | null, now: number, { downlink }: Line): number {
  const believed = downlink === undefined || downlink <= 0 ? null : downlink * 1e6
  const known = measured && now - measured.at < measuredFor ? measured.bits : null
  if (known !== null) return Math.min(known, believed ?? known)
  return believed === null ? unknownLine : Math.min(believed, unknownLine * 2)
}

export type BufferLimits = {
  /** seconds ahead that are always wanted, and never exceeded */
  ahead: number
  most: number
  /** seconds behind that are kept */
  behind: number
  /** of one kind of media */
  bytes: number
}

/** Returns how much is kept in memory; less on phones with little of it. `memory` is in GB, where the browser says it. */
export const bufferLimits = (memory: number | undefined): BufferLimits =>
  memory !== undefined && memory <= 2
    ? { ahead: 20, most: 30, behind: 10, bytes: 12e6 }
    : { ahead: 30, most: 60, behind: 30, bytes: 40e6 }
