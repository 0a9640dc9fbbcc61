type OnData = (data: Uint8Array) => void

/** Answers of this many bytes go out before the whole answer is there. */
const CHUNK = 64 * 1024
/** ReadyForQuery: Z, length 5 in four bytes, state of the transaction. */
const READY_LENGTH = 6

export type AnswerCollector = {
  /** Takes the next piece of an answer. It is copied: PostgreSQL writes the next piece to the same memory. */
  add: OnData
  /** Sends the rest; returns the answer's bytes in all, and whether it ended with ReadyForQuery. */
  end(): { size: number; ready: boolean }
}

/** Joins the small pieces in which PostgreSQL writes an answer, so that the client gets few large ones. */
export function collectAnswer(onData: OnData): AnswerCollector {
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
