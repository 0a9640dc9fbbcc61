import type { Socket as Connection } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server, Socket } from 'socket.io'

/** What Engine.IO's transport holds of the library `ws`; neither has types for it. */
type WebSocketTransport = { socket?: { readyState: number; _socket?: Connection | null } }
/** `readyState` of an open WebSocket. */
const open = 1

/** Bytes of a gradual event that leave in one turn of the event loop, and the pause after them in milliseconds: some 100 MB a second. */
const turnBytes = 1024 * 1024
const pauseMs = 10

/** Bytes that wait for a client which does not read them, beyond which it is disconnected; it comes back when its line does. */
const mostUnsentBytes = 4 * 1024 * 1024

export type FrameWriter = {
  /** Sends an event to the sockets of a room except those in the room `except`. */
  write(room: string, name: string, payload: unknown, except?: string): void
  /** The same for an event that is large and can wait: what is written meanwhile does not wait for all of it. */
  writeGradually(room: string, name: string, payload: unknown): Promise<void>
}

/**
 * Returns a writer of events to rooms. The WebSocket frame is made once and written to each connection as it is: for each socket
 * Engine.IO makes a packet, an array and several events, and `ws` two writes. Sockets whose connection cannot take a frame now (polling,
 * an upgrade, packets that wait in Engine.IO) get the event from Socket.IO, behind what waits. Frames that belong together, such as
 * those of messages stored together, leave in one write for each connection.
 */
export function createFrameWriter(io: Pick<Server, 'to' | 'of'>): FrameWriter {
  const { adapter, sockets } = io.of('/')
  const { rooms } = adapter
  let corked: Connection[] = []
  const uncork = (): void => {
    const connections = corked
    corked = []
    for (const connection of connections) connection.uncork()
  }
  const send = (
    ids: Iterable<string>,
    excluded: ReadonlySet<string> | undefined,
    frame: Buffer,
    event: readonly [name: string, payload: unknown],
  ): void => {
    const others: string[] = []
    for (const id of ids) {
      if (excluded?.has(id)) continue
      const socket = sockets.get(id)
      if (!socket) continue
      const connection = connectionOf(socket)
      if (!connection) {
        others.push(id)
        continue
      }
      if (connection.writableLength > mostUnsentBytes) {
        connection.destroy()
        continue
      }
      // The kernel's part of a write costs most: two frames in one write take little more than one.
      if (connection.writableCorked === 0) {
        connection.cork()
        if (corked.push(connection) === 1) process.nextTick(uncork)
      }
      connection.write(frame)
    }
    if (others.length > 0) io.to(others).emit(...event)
  }
  return {
    write(room, name, payload, except) {
      send(rooms.get(room) ?? [], except === undefined ? undefined : rooms.get(except), eventFrame(name, payload), [
        name,
        payload,
      ])
    },
    async writeGradually(room, name, payload) {
      const frame = eventFrame(name, payload)
      const ids = [...(rooms.get(room) ?? [])]
      const atOnce = Math.max(1, Math.floor(turnBytes / frame.length))
      for (let from = 0; from < ids.length; from += atOnce) {
        if (from > 0) await sleep(pauseMs, undefined, { ref: false })
        const members = rooms.get(room)
        const inside = ids.slice(from, from + atOnce).filter((id) => members?.has(id))
        send(inside, undefined, frame, [name, payload])
      }
    },
  }
}

/** Returns the connection of a socket whose next byte may be the first one of a frame; polling transports have no `socket`. */
function connectionOf({ conn: { transport } }: Socket): Connection | undefined {
  const { socket } = transport as unknown as WebSocketTransport // see its type
  return transport.writable && socket?.readyState === open ? (socket._socket ?? undefined) : undefined
}

/** Begin of an event of the default namespace: a message of Engine.IO, an event of Socket.IO. */
const eventPrefix = '42'

const eventFrame = (name: string, payload: unknown): Buffer =>
  textFrame(`${eventPrefix}${JSON.stringify([name, payload])}`)

/** Returns an unmasked WebSocket frame with a whole text message (RFC 6455, section 5.2). */
function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(header + length)
  frame[0] = 0x81 // the last part of a message, text
  frame[1] = header === 2 ? length : header === 4 ? 126 : 127
  if (header === 4) frame.writeUInt16BE(length, 2)
  if (header === 10) frame.writeBigUInt64BE(BigInt(length), 2)
  frame.write(text, header)
  return frame
}
