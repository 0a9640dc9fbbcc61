import { t } from '@lingui/core/macro'
import {
  type BoardElement,
  api as calls,
  type DrawnElement,
  events,
  maxDrawnCharacters,
  maxDrawnElements,
  type RoomError,
} from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { openLiveConnection } from '#lib/connection/live-connection.ts'
import { messageOfError } from '#lib/text/message-of.ts'
import { toast } from '#ui/overlays/toast.ts'
import { formOf, isBoardKind, type SceneElement, toSend } from './board-elements.ts'

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

/** Least milliseconds between two messages, and before one that was refused as too much is tried again. */
const betweenMs = 80
const retryMs = 1500

type Options = { lectureId: string; roomId: string; scene: Scene; mayDraw: () => boolean }

/**
 * Keeps the drawing of this tab and the whiteboard of the room the same. What the server does not take is undone by reading the board
 * again; without a connection all waits for the next `load`.
 */
export function createBoardSync({ lectureId, roomId, scene, mayDraw }: Options) {
  const live = openLiveConnection()
  /** the form in which the server has each element, as far as this tab knows */
  const known = new Map<string, string>()
  let revision = 0
  let loaded = false
  let sending = false
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

  async function load(): Promise<void> {
    try {
      const board = await browserApi(calls.liveBoard.board, { params: { lectureId } })
      if (closed || board.roomId !== roomId) return
      takeWhole(board.elements, board.revision)
    } catch (error) {
      if (!closed) toast.error(messageOfError(error, t`The whiteboard could not be read`))
    }
  }

  /** What the server does not have any more goes, unless it was drawn here and has not been sent yet. */
  function takeWhole(elements: readonly DrawnElement[], now: number): void {
    const there = new Set(elements.map(({ id }) => id))
    const gone = scene.elements().filter(({ id }) => !there.has(id) && (known.has(id) || !mayDraw()))
    scene.remove(new Set(gone.map(({ id }) => id)))
    known.clear()
    revision = now
    loaded = true
    take(elements)
    changed()
  }

  live.on(events.liveBoard.drawn, (event) => {
    if (event.roomId !== roomId || !loaded) return
    if (event.since > revision) return void load()
    revision = Math.max(revision, event.revision)
    take(event.elements)
  })

  /** Returns what is not on the server, as many as one message takes. */
  function unsent(): BoardElement[] {
    const foreign = new Set<string>()
    const elements: BoardElement[] = []
    let characters = 0
    for (const one of scene.elements()) {
      if (elements.length >= maxDrawnElements) break
      if (known.get(one.id) === formOf(one)) continue
      if (!isBoardKind(one.type)) {
        foreign.add(one.id)
        continue
      }
      if (!known.has(one.id) && (one.isDeleted || scene.isNothing(one))) continue
      const element = toSend(one)
      characters += JSON.stringify(element).length
      if (elements.length > 0 && characters > maxDrawnCharacters) break
      elements.push(element)
    }
    if (foreign.size > 0) {
      scene.remove(foreign)
      toast.info(t`Pictures and pages of other sites cannot stand on the whiteboard`)
    }
    return elements
  }

  async function send(): Promise<void> {
    timer = undefined
    if (sending || closed || !loaded || !mayDraw()) return
    const elements = unsent()
    if (elements.length === 0) return
    sending = true
    // the shapes that the contract gives to this callback; null without a connection
    const reply = (await live.request('draw', { roomId, elements }).catch(() => null)) as
      | { ok: true }
      | RoomError
      | null
    sending = false
    if (closed) return
    if (reply === null) later(retryMs)
    else if (reply.ok) {
      for (const element of elements) known.set(element.id, formOf(element))
      later(betweenMs)
    } else if (reply.code === 'rate_limited') later(retryMs)
    else if (reply.code !== 'not_in_room') {
      toast.error(reply.message)
      // what was refused is undone
      for (const { id } of elements) known.set(id, '')
      await load()
    }
  }

  /** The drawing has changed. */
  function changed(): void {
    if (mayDraw() && loaded && !sending && timer === undefined) later(betweenMs)
  }

  return {
    load,
    changed,
    /** Resolves with the number of the last change when everything is sent that can be. */
    async settled(): Promise<number> {
      for (let tries = 0; tries < 20 && (sending || timer !== undefined); tries++)
        await new Promise((resolve) => setTimeout(resolve, betweenMs))
      return revision
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
