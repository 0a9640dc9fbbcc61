/// <reference path="./janode.d.ts" />
import Janode, { type Connection, type Session } from 'janode'
import VideoRoom, { type VideoRoomHandle } from 'janode/plugins/videoroom'
import { MediaFailure } from '#ports/live-media.ts'

Janode.Logger.setLevel('none')

/** Milliseconds within which Janus must answer. */
const answerMs = 8000
/** Seconds between two signs of life of a session; Janus ends those that are silent for 60. */
const signSeconds = 20
/** Code of Janus, at the beginning of an error's message: the secret is not its own. */
const wrongSecret = 403

export type JanusAddress = { name: string; url: string; secret: string }

/** This process's connection to one Janus server, which is opened when it is needed. All calls throw MediaFailure. */
export type JanusLink = {
  /** Returns a new handle of the plugin VideoRoom. */
  attach(): Promise<VideoRoomHandle>
  /** Calls `listener` once when the connection is lost; returns what takes the listener away. */
  onLost(listener: () => void): () => void
  /** Throws when Janus does not answer, or answers a call without the secret. */
  check(): Promise<void>
  close(): Promise<void>
}

export function linkJanus({ name, url, secret }: JanusAddress): JanusLink {
  const listeners = new Set<() => void>()
  let open: Promise<Opened> | undefined

  const connected = (): Promise<Opened> => {
    if (open) return open
    const lose = (): void => {
      if (open !== opening) return
      open = undefined
      const called = [...listeners]
      listeners.clear()
      for (const listener of called) listener()
    }
    const opening: Promise<Opened> = connect(url, secret, lose).catch((error: unknown) => {
      if (open === opening) open = undefined
      const why = messageOf(error)
      throw new MediaFailure(
        'away',
        why.startsWith(`${wrongSecret} `)
          ? `Janus "${name}" refuses the secret: JANUS_API_SECRET must be the api_secret of its janus.jcfg`
          : `Janus "${name}" does not answer (${why}): it must run, at the address that JANUS_URL names`,
      )
    })
    open = opening
    return opening
  }
  return {
    async attach() {
      const { session } = await connected()
      const attaching = session.attach(VideoRoom)
      return inTime(attaching).catch((error: unknown) => {
        // a handle that comes too late is given back
        attaching.then((handle) => handle.detach()).catch(() => {})
        throw new MediaFailure('away', `Janus "${name}" gives no handle (${messageOf(error)})`)
      })
    },
    onLost(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async check() {
      await connected()
      const stranger = await reach(url, undefined)
      try {
        const session = await inTime(stranger.create()).catch(() => null)
        if (session)
          throw new MediaFailure(
            'unprotected',
            `Janus "${name}" answers calls without its secret: set api_secret in janus.jcfg`,
          )
      } finally {
        await stranger.close().catch(() => {})
      }
    },
    async close() {
      const closing = open
      open = undefined
      listeners.clear()
      const here = await closing?.catch(() => undefined)
      await here?.connection.close().catch(() => {})
    },
  }
}

type Opened = { connection: Connection; session: Session }

/** Opens a connection and a session; `lose` is called when either has ended. */
async function connect(url: string, secret: string, lose: () => void): Promise<Opened> {
  const connection = await reach(url, secret)
  const end = (): void => {
    connection.close().catch(() => {})
    lose()
  }
  connection.once(Janode.EVENT.CONNECTION_ERROR, end)
  connection.once(Janode.EVENT.CONNECTION_CLOSED, end)
  try {
    const session = await inTime(connection.create(signSeconds))
    session.once(Janode.EVENT.SESSION_DESTROYED, end)
    return { connection, session }
  } catch (error) {
    await connection.close().catch(() => {})
    throw error
  }
}

const reach = (url: string, secret: string | undefined): Promise<Connection> =>
  inTime(
    Janode.connect({
      address: { url, ...(secret !== undefined && { apisecret: secret }) },
      max_retries: 0,
      ws_options: { handshakeTimeout: answerMs },
    }),
  )

/** The message of an error, or of an event of a WebSocket that could not be opened. */
export function messageOf(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown } // whatever was thrown
  return typeof message === 'string' && message !== '' ? message : String(error)
}

/** Rejects when Janus has not answered in time. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${answerMs / 1000} s`)), answerMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
