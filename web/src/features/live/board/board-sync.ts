import { t } from '@lingui/core/macro'
import {
  ApiError,
  type BoardElement,
  type api as calls,
  type DrawnElement,
  events,
  maxDrawnBytes,
  maxDrawnElements,
  maxElementBytes,
  type PayloadOf,
  type ReplyOf,
  type RoomError,
} from '@virtual-courses/contract'
import type { LiveConnection } from '#lib/connection/live-connection.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { toast } from '#ui/overlays/toast.ts'
import { bytesOf, formOf, isBoardKind, type SceneElement, toSend } from './board-elements.ts'

/** The drawing in this tab. */
export type Scene = {
  /** all elements, with those that were erased */
  elements(): readonly SceneElement[]
  /** whether an element is too small to be seen, such as one that has only begun */
  isNothing(element: SceneElement): boolean
  /** puts what others drew into it */
  take(elements: readonly BoardElement[]): void
  /** takes elements out as if they had never been there */
  remove(ids: ReadonlySet<string>): void
}

/** Least milliseconds between two messages, and before a failed request is made again: twice as many with each failure. */
const betweenMs = 80
const retryMs = 1000
const longestRetryMs = 30_000
/** Maximum number of events that wait while the board is read. */
const mostMissed = 500

const pauseAfter = (failures: number): number => Math.min(longestRetryMs, retryMs * 2 ** failures)
const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Whether the same request may succeed later. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'network' || error.status === 429 || error.status >= 500)

type Drawn = PayloadOf<typeof events.liveBoard.drawn>
type Reply = { ok: true; revision: number } | RoomError
type Options = {
  /** closed with this */
  live: LiveConnection
  readBoard: () => Promise<ReplyOf<typeof calls.liveBoard.board>>
  roomId: string
  scene: Scene
  mayDraw: () => boolean
  /** the board was read for the first time */
  onLoaded: () => void
}

/**
 * Keeps the drawing of this tab and the whiteboard of the room the same. What cannot be sent at the moment is sent later; what the server
 * refuses stays in this tab alone until it is changed, and the user is told.
 */
export function createBoardSync({ live, readBoard, roomId, scene, mayDraw, onLoaded }: Options) {
  /** the form in which the server has each element, and the form that it refused, as far as this tab knows */
  const known = new Map<string, string>()
  const refused = new Map<string, string>()
  /** the form in this tab of what was sent with a higher version */
  const raised = new Map<string, string>()
  /** the last change of the board that this tab has, and the last one that it made */
  let revision = 0
  let made = 0
  let loaded = false
  let loading: Promise<void> | undefined
  let isStale = false
  let missed: Drawn[] = []
  let sending = false
  let failures = 0
  /** elements that are sent alone, since one of them was refused */
  let singly = 0
  let closed = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const later = (milliseconds: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void send(), milliseconds)
  }

  function take(elements: readonly BoardElement[]): void {
    for (const element of elements) known.set(element.id, formOf(element))
    if (elements.length > 0) scene.take(elements)
  }

  /** Reads the board, one reading at a time; what happens meanwhile is taken after it. */
  function load(): Promise<void> {
    isStale = true
    loading ??= read().finally(() => {
      loading = undefined
    })
    return loading
  }

  async function read(): Promise<void> {
    for (let tries = 0; isStale && !closed; ) {
      isStale = false
      missed = []
      try {
        const board = await readBoard()
        if (closed || board.roomId !== roomId) return
        takeWhole(board.elements, board.revision)
        for (const event of missed) receive(event)
      } catch (error) {
        if (closed) return
        if (tries === 0) toast.error(failureOf(error, t`The whiteboard could not be read`))
        if (!isPassing(error)) return
        isStale = true
        await sleep(pauseAfter(tries++))
      }
    }
  }

  /** What the server does not have any more goes, unless it was drawn here and has not been sent yet. */
  function takeWhole(elements: readonly DrawnElement[], now: number): void {
    const there = new Set(elements.map(({ id }) => id))
    const gone = scene.elements().filter(({ id }) => !there.has(id) && (known.has(id) || !mayDraw()))
    scene.remove(new Set(gone.map(({ id }) => id)))
    known.clear()
    revision = now
    take(elements)
    if (!loaded) onLoaded()
    loaded = true
    changed()
  }

  function receive(event: Drawn): void {
    if (event.revision <= revision) return
    if (event.since > revision) return void load()
    revision = event.revision
    take(event.elements)
  }

  live.on(events.liveBoard.drawn, (event) => {
    if (event.roomId !== roomId) return
    if (!loading) return loaded ? receive(event) : undefined
    if (missed.length < mostMissed) missed.push(event)
    else isStale = true
  })

  /** Returns a form that counts: who edits a text goes on from a version that is lower than what others have made of it. */
  function aboveKnown(element: BoardElement): BoardElement {
    const least = knownVersion(element.id) + 1
    if (element.version >= least) return element
    raised.set(element.id, formOf(element))
    return { ...element, version: least }
  }
  const knownVersion = (id: string): number => Number(known.get(id)?.split(' ')[0] ?? 0)

  /** Returns what is not on the server, as many as one message takes. */
  function unsent(): BoardElement[] {
    const foreign = new Set<string>()
    const elements: BoardElement[] = []
    let bytes = 0
    for (const one of scene.elements()) {
      if (elements.length >= (singly > 0 ? 1 : maxDrawnElements)) break
      const form = formOf(one)
      if ([known, refused, raised].some((forms) => forms.get(one.id) === form)) continue
      if (!isBoardKind(one.type)) {
        foreign.add(one.id)
        continue
      }
      if (!known.has(one.id) && (one.isDeleted || scene.isNothing(one))) continue
      const element = aboveKnown(toSend(one))
      const own = bytesOf(element)
      if (own > maxElementBytes) {
        if (!refused.has(one.id)) toast.error(t`This is too much for one part of the whiteboard`)
        refused.set(one.id, form)
        continue
      }
      bytes += own
      if (elements.length > 0 && bytes > maxDrawnBytes) break
      elements.push(element)
    }
    if (foreign.size > 0) {
      scene.remove(foreign)
      toast.info(t`Pictures and pages of other sites cannot stand on the whiteboard`)
    }
    return elements
  }

  /** Resolves with the reply; null without a connection. */
  const ask = (name: string, payload: object): Promise<Reply | null> =>
    live.request(name, { roomId, ...payload }).then(
      (reply) => reply as Reply, // the shapes that the contract gives to this callback
      () => null,
    )

  async function send(): Promise<void> {
    timer = undefined
    if (sending || closed || !loaded || !mayDraw()) return
    const elements = unsent()
    if (elements.length === 0) return
    sending = true
    const reply = await ask('draw', { elements })
    sending = false
    if (closed) return
    if (reply?.ok) sent(elements, reply.revision)
    else if (reply === null || ['rate_limited', 'unavailable', 'internal'].includes(reply.code))
      later(pauseAfter(failures++))
    else if (reply.code === 'invalid_input' || reply.code === 'board_full') isRefused(elements, reply)
    else if (reply.code !== 'not_in_room') {
      // the user may not draw any more: what they see is the board again
      toast.error(reply.message)
      scene.remove(new Set(elements.map(({ id }) => id)))
      await load()
    }
  }

  function sent(elements: readonly BoardElement[], now: number): void {
    failures = 0
    singly = Math.max(0, singly - 1)
    made = Math.max(made, now)
    // what came meanwhile may be newer: then this tab's form was ignored, and is sent above it
    for (const element of elements)
      if (element.version >= knownVersion(element.id)) known.set(element.id, formOf(element))
    // there may be room now for what was too much
    if (elements.some(({ isDeleted }) => isDeleted)) refused.clear()
    later(betweenMs)
  }

  /** Of several elements the one that was refused is found by sending them alone. */
  function isRefused(elements: readonly BoardElement[], { message }: RoomError): void {
    const [first, ...others] = elements
    if (!first) return
    if (others.length > 0) singly = elements.length
    else {
      singly = Math.max(0, singly - 1)
      if (!refused.has(first.id)) toast.error(message)
      refused.set(first.id, formOf(first))
    }
    later(betweenMs)
  }

  /** The drawing has changed. */
  function changed(): void {
    if (mayDraw() && loaded && !sending && timer === undefined) later(betweenMs)
  }

  return {
    load,
    changed,
    /** Resolves with the number of the last change that the drawing has, after what can be sent at once has come back. */
    async settled(): Promise<number> {
      for (let tries = 0; tries < 20 && (sending || timer !== undefined || revision < made); tries++)
        await sleep(betweenMs)
      return revision
    },
    /** Erases the whiteboard for everyone, and what this tab alone has. */
    async clear(): Promise<void> {
      const reply = await ask('clear-board', {})
      if (!reply?.ok) return toast.error(reply?.message ?? t`The whiteboard was not cleared`)
      refused.clear()
      scene.remove(new Set(scene.elements().flatMap(({ id }) => (known.has(id) ? [] : [id]))))
    },
    close(): void {
      void send()
      closed = true
      clearTimeout(timer)
      live.close()
    },
  }
}

export type BoardSync = ReturnType<typeof createBoardSync>
