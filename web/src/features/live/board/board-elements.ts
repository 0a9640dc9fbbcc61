import {
  type BoardElement,
  type BoardKind,
  boardKinds,
  type DrawnElement,
  isQuickToFill,
  maxBoardPoints,
  maxElementBytes,
} from '@virtual-courses/contract'

/** What this file reads of an element of a scene, whose other fields go to the server as they are. */
export type SceneElement = {
  readonly id: string
  readonly type: string
  readonly version: number
  readonly versionNonce: number
  readonly isDeleted: boolean
  readonly x: number
  readonly y: number
  /** of a text alone */
  readonly originalText?: string
}

/** Bytes of an element as it is sent. */
export const bytesOf = (element: BoardElement): number => new TextEncoder().encode(JSON.stringify(element)).length

type Point = readonly [number, number]
type Line = { points: readonly Point[]; pressures?: readonly number[] }

/** Whether an element may stand on a whiteboard: nothing that loads anything. */
export const isBoardKind = (type: string): type is BoardKind => (boardKinds as readonly string[]).includes(type)

/** Names one form of an element. */
export const formOf = ({ version, versionNonce }: Pick<SceneElement, 'version' | 'versionNonce'>): string =>
  `${version} ${versionNonce}`

const rounded = (value: number): number => Math.round(value * 100) / 100
const tenths = (value: number): number => Math.round(value * 10) / 10

/** Leaves every second point of a line out, except for its ends. */
function thinner({ points, pressures }: Line): Line {
  const stays = (_: unknown, at: number) => at % 2 === 0 || at === points.length - 1
  return { points: points.filter(stays), ...(pressures && { pressures: pressures.filter(stays) }) }
}

/** Returns a line with few enough points, in tenths of a pixel. */
function shorter(line: Line, bytes: number): Line {
  const points = line.points.map(([x, y]): Point => [tenths(x), tenths(y)])
  let short: Line = { points, ...(line.pressures && { pressures: line.pressures.map(rounded) }) }
  while (short.points.length > maxBoardPoints || JSON.stringify(short).length > bytes) short = thinner(short)
  return short
}

/** Bytes of an element beside its points. */
const besidePoints = 4000

/**
 * Returns an element as the server takes it: an erased one without its fields, a line with few enough points, a hatching that would hold
 * browsers up as a plain fill, and no link.
 */
export function toSend(element: SceneElement): BoardElement {
  const { id, version, versionNonce } = element
  if (element.isDeleted) return { id, version, versionNonce, isDeleted: true }
  // a scene has every field that the contract names, and what others put beside them
  const { customData: _, ...full } = element as unknown as DrawnElement & { customData?: unknown }
  const line = 'points' in full ? shorter(full, maxElementBytes - besidePoints) : {}
  const ends = 'lastCommittedPoint' in full ? { lastCommittedPoint: null } : {}
  const place = { x: rounded(full.x), y: rounded(full.y), width: rounded(full.width), height: rounded(full.height) }
  const sent = { ...full, ...place, ...line, ...ends, link: null } as DrawnElement // as above
  return isQuickToFill(sent) ? sent : { ...sent, fillStyle: 'solid' }
}

/** Texts on a whiteboard, from top to bottom, for those who do not see it. */
export function textsOf(elements: readonly SceneElement[]): string[] {
  return elements
    .filter((one) => !one.isDeleted && one.type === 'text')
    .toSorted((a, b) => a.y - b.y || a.x - b.x)
    .map(({ originalText = '' }) => originalText.trim())
    .filter((text) => text !== '')
}
