import { z } from 'zod'
import { endpoint, event } from '../endpoint.ts'
import { Id, Instant } from '../values/fields.ts'

/** Maximum number of elements of a whiteboard, and of bytes of all of them together and of one of them, as JSON. */
export const maxBoardElements = 2000
export const maxBoardBytes = 2_000_000
export const maxElementBytes = 36_000
/** Maximum number of elements, and of their bytes, in one message: a socket takes 64 KiB. */
export const maxDrawnElements = 50
export const maxDrawnBytes = 48_000
/** Maximum length of a text on a whiteboard in characters. */
export const maxBoardText = 5000
/** Maximum number of points of a line. */
export const maxBoardPoints = 2000
/** Maximum version of an element of someone who is no host: a host can always replace it. */
export const maxSpeakerVersion = 1_000_000_000

/** What can stand on a whiteboard: nothing that loads anything or leads anywhere. */
export const boardKinds = ['rectangle', 'diamond', 'ellipse', 'frame', 'text', 'line', 'arrow', 'freedraw'] as const
export type BoardKind = (typeof boardKinds)[number]

const maxInteger = 2_147_483_647
/** How far from the middle something may stand, and how large it may be, in pixels: larger hatched shapes hold a browser up. */
const far = 1_000_000
const long = 50_000
const longHatched = 5000
/** Maximum of points times pixels of a hatched outline: each line of the hatching is compared with each of its edges. */
const mostHatching = 100_000
const Whole = z.number().int().min(0).max(maxInteger)
const place = z.number().min(-far).max(far)
const size = z.number().min(-long).max(long)
const point = z.tuple([size, size])
const points = z.array(point).max(maxBoardPoints)
const elementId = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\w-]+$/)
const otherId = elementId.nullable()

/**
 * Whether a text is a key of the package `fractional-indexing`, by which Excalidraw orders elements and which throws for any other: the
 * head says how many digits follow (a: one, z: 26; Z: one, A: 26), behind them is a fraction that does not end with 0.
 */
function isOrderKey(key: string): boolean {
  const head = key.charCodeAt(0)
  const digits = head >= 97 ? head - 96 : 91 - head
  return (
    /^[a-z][\da-z]+$/i.test(key) &&
    key.length > digits &&
    !(key.length > digits + 1 && key.endsWith('0')) &&
    key !== `A${'0'.repeat(26)}`
  )
}
const colour = z
  .string()
  .max(60)
  .regex(/^(#[\da-f]{3,8}|[a-z]{1,30}|(rgb|hsl)a?\([\d.,%/ deg]{1,50}\))$/i)

/** Fields of all elements, as Excalidraw names them. A link can only be null. */
const drawn = {
  id: elementId,
  version: Whole.min(1),
  versionNonce: Whole,
  isDeleted: z.literal(false),
  /** order in the stack */
  index: z.string().max(100).refine(isOrderKey),
  x: place,
  y: place,
  width: size,
  height: size,
  angle: z.number().min(-1000).max(1000),
  strokeColor: colour,
  backgroundColor: colour,
  fillStyle: z.enum(['hachure', 'cross-hatch', 'solid', 'zigzag']),
  strokeWidth: z.number().min(0.5).max(100),
  strokeStyle: z.enum(['solid', 'dashed', 'dotted']),
  roundness: z.object({ type: Whole.max(10), value: size.optional() }).nullable(),
  roughness: z.number().min(0).max(3),
  opacity: z.number().min(0).max(100),
  seed: Whole,
  groupIds: z.array(elementId).max(20),
  frameId: otherId,
  boundElements: z
    .array(z.object({ id: elementId, type: z.enum(['arrow', 'text']) }))
    .max(100)
    .nullable(),
  updated: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  link: z.null(),
  locked: z.boolean(),
}
const binding = z.object({
  elementId,
  focus: place,
  gap: place,
  fixedPoint: z.tuple([place, place]).nullish(),
})
const arrowhead = z
  .enum([
    'arrow',
    'bar',
    'dot',
    'circle',
    'circle_outline',
    'triangle',
    'triangle_outline',
    'diamond',
    'diamond_outline',
    'crowfoot_one',
    'crowfoot_many',
    'crowfoot_one_or_many',
  ])
  .nullable()
const linear = {
  points,
  lastCommittedPoint: point.nullable(),
  startBinding: binding.nullable(),
  endBinding: binding.nullable(),
  startArrowhead: arrowhead,
  endArrowhead: arrowhead,
}
const flag = z.boolean().nullish()
/** PostgreSQL keeps no NUL. */
const isKept = (value: string): boolean => !value.includes('\0')
const text = z.string().max(maxBoardText).refine(isKept)

type Filled = {
  fillStyle: string
  backgroundColor: string
  width: number
  height: number
  points?: readonly (readonly [number, number])[]
}

/** Whether a shape is filled in a way that a browser draws in no time. Width and height say nothing of an outline of points. */
export function isQuickToFill({ fillStyle, backgroundColor, width, height, points: outline }: Filled): boolean {
  if (fillStyle === 'solid' || backgroundColor === 'transparent') return true
  if (!outline) return Math.max(Math.abs(width), Math.abs(height)) <= longHatched
  let [left, right, top, bottom] = [0, 0, 0, 0]
  for (const [x, y] of outline) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  const extent = Math.max(right - left, bottom - top)
  return extent <= longHatched && extent * outline.length <= mostHatching
}

const DrawnElement = z
  .discriminatedUnion('type', [
    z.object({ type: z.enum(['rectangle', 'diamond', 'ellipse']), ...drawn }),
    z.object({ type: z.literal('frame'), ...drawn, name: z.string().max(200).refine(isKept).nullable() }),
    z.object({
      type: z.literal('text'),
      ...drawn,
      text,
      originalText: text,
      fontSize: z.number().min(1).max(1000),
      fontFamily: Whole.max(100),
      textAlign: z.enum(['left', 'center', 'right']),
      verticalAlign: z.enum(['top', 'middle', 'bottom']),
      containerId: otherId,
      autoResize: z.boolean(),
      lineHeight: z.number().min(0.1).max(10),
    }),
    z.object({ type: z.literal('line'), ...drawn, ...linear }),
    z.object({
      type: z.literal('arrow'),
      ...drawn,
      ...linear,
      elbowed: z.boolean(),
      fixedSegments: z
        .array(z.object({ start: point, end: point, index: Whole.max(maxBoardPoints) }))
        .max(100)
        .nullish(),
      startIsSpecial: flag,
      endIsSpecial: flag,
    }),
    z.object({
      type: z.literal('freedraw'),
      ...drawn,
      points,
      pressures: z.array(z.number().min(0).max(1)).max(maxBoardPoints),
      simulatePressure: z.boolean(),
      lastCommittedPoint: point.nullable(),
    }),
  ])
  .refine(isQuickToFill)
export type DrawnElement = z.output<typeof DrawnElement>

const ErasedElement = z.object({
  id: elementId,
  version: Whole.min(1),
  versionNonce: Whole,
  isDeleted: z.literal(true),
})
export type ErasedElement = z.output<typeof ErasedElement>

/**
 * An element of a whiteboard in Excalidraw's form, or that it was erased. Of two forms of an element the one with the higher version counts,
 * of two with the same version the one with the lower nonce.
 */
export const BoardElement = z.union([ErasedElement, DrawnElement])
export type BoardElement = z.output<typeof BoardElement>

const Board = z.object({
  roomId: Id,
  /** number of the last change that `elements` have; they may have later ones too */
  revision: z.number().int(),
  elements: z.array(DrawnElement),
})

const ofLecture = z.object({ lectureId: Id })

export const liveBoard = {
  board: endpoint({
    method: 'GET',
    path: '/api/live/board/:lectureId',
    access: 'signedIn',
    summary: 'The whiteboard of the running session, for those in its room; empty while it is closed, except for hosts',
    params: ofLecture,
    status: 200,
    reply: Board,
    errors: [
      'not_found',
      'not_enrolled_live',
      'not_open_yet',
      'live_removed',
      'live_not_on',
      'not_in_room',
      'rate_limited',
    ],
  }),
  lastBoard: endpoint({
    method: 'GET',
    path: '/api/live/last-board/:lectureId',
    access: 'educator',
    summary:
      'The last whiteboard of the sessions of an own lecture that has something on it, until 30 days after its session; null without one',
    params: ofLecture,
    status: 200,
    reply: z.object({
      board: Board.extend({
        changedAt: Instant,
        /** a picture of this state is among the files of the lecture, or was */
        kept: z.boolean(),
      }).nullable(),
    }),
    errors: ['not_found', 'rate_limited'],
  }),
  boardKept: endpoint({
    method: 'POST',
    path: '/api/live/board-kept/:lectureId',
    access: 'educator',
    summary:
      'Note that a picture of the whiteboard of an own session is among the files of its lecture, up to a change. Repeating it is no error',
    params: ofLecture,
    body: z.strictObject({ roomId: Id, revision: Whole }),
    status: 200,
    reply: z.object({ kept: z.boolean() }),
    errors: ['not_found', 'rate_limited'],
  }),
}

/** What the server sends over the socket to the participants of a room with a whiteboard. */
export const liveBoardEvents = {
  drawn: event({
    name: 'board-drawn',
    summary:
      'Elements of the whiteboard that were drawn, changed or erased after the change `since`; changes within a moment share one event',
    payload: z.object({
      roomId: Id,
      since: z.number().int(),
      revision: z.number().int(),
      elements: z.array(BoardElement),
    }),
  }),
}

/** Events that browsers send over the socket to a room that they have joined, like those of `RoomMessages`. */
export const BoardMessages = {
  /** hosts: opens and closes the whiteboard for everyone, and lets speakers draw on it */
  'set-board': z.object({ roomId: Id, shown: z.boolean().optional(), speakersDraw: z.boolean().optional() }),
  /** hosts: erases everything on the whiteboard */
  'clear-board': z.object({ roomId: Id }),
  /** hosts, and speakers where these may draw; the callback gets `{ ok: true, revision }` */
  draw: z.object({ roomId: Id, elements: z.array(BoardElement).min(1).max(maxDrawnElements) }),
} as const
