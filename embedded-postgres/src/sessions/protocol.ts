import { timingSafeEqual } from 'node:crypto'

// The parts of PostgreSQL's wire protocol that the queue needs. Source: "Message Formats" of its manual.
const code = (letter: string): number => letter.charCodeAt(0)

/** Messages without a response until a Sync or Flush: Parse, Bind, Describe, Execute, Close. */
const untilSync = new Set(['P', 'B', 'D', 'E', 'C'].map(code))
/** Messages after which PostgreSQL sends ReadyForQuery: Query, Sync, FunctionCall. */
const answeredReady = new Set(['Q', 'S', 'F'].map(code))

export const waitsForSync = (message: Uint8Array): boolean => untilSync.has(message[0] ?? 0)
export const endsReady = (message: Uint8Array): boolean => answeredReady.has(message[0] ?? 0)
/** True for the first message of a session, the only one without a type letter. */
export const isStartup = (message: Uint8Array): boolean => message[0] === 0
export const isTerminate = (message: Uint8Array): boolean => message[0] === code('X')

export const syncMessage = Uint8Array.from([code('S'), 0, 0, 0, 4])
/** AuthenticationCleartextPassword; it never leaves the machine. */
export const passwordRequest = Uint8Array.from([code('R'), 0, 0, 0, 8, 0, 0, 0, 3])

/** True for a PasswordMessage (letter, length, text, zero) with this password; compares in constant time. */
export function hasPassword(message: Uint8Array, password: string): boolean {
  const given = Buffer.from(message.subarray(5, -1))
  const expected = Buffer.from(password)
  return message[0] === code('p') && given.length === expected.length && timingSafeEqual(given, expected)
}

/** A FATAL ErrorResponse. `state` is the five-letter SQLSTATE. */
export function fatalError(state: string, message: string): Uint8Array {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${state}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

type OnData = (data: Uint8Array) => void

/** Bytes after which a part of a response is sent. */
const CHUNK = 64 * 1024
/** ReadyForQuery: Z, length 5 in four bytes, state of the transaction. */
const READY_LENGTH = 6

export type ResponseCollector = {
  /** Adds the next piece of a response. It is copied, because PostgreSQL writes the next piece to the same memory. */
  add: OnData
  /** Sends the rest; returns the size of the response in bytes, and whether it ended with ReadyForQuery. */
  end(): { size: number; ready: boolean }
}

/** Joins the small pieces of a response, so that the client gets few large ones. */
export function collectResponse(onData: OnData): ResponseCollector {
  let pieces: Uint8Array[] = []
  let held = 0
  let size = 0
  let tail: Uint8Array = new Uint8Array(0)
  const flush = () => {
    if (held > 0) onData(Buffer.concat(pieces))
    pieces = []
    held = 0
  }
  return {
    add: (data) => {
      pieces.push(data.slice())
      held += data.length
      size += data.length
      tail =
        data.length >= READY_LENGTH ? data.slice(-READY_LENGTH) : Buffer.concat([tail, data]).subarray(-READY_LENGTH)
      if (held >= CHUNK) flush()
    },
    end: () => {
      flush()
      return { size, ready: tail.length === READY_LENGTH && tail[0] === 0x5a && tail[4] === 5 }
    },
  }
}
