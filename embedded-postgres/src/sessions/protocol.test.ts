import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collectResponse } from './protocol.ts'

const ready = Uint8Array.from([0x5a, 0, 0, 0, 5, 0x49])

const collected = (pieces: Uint8Array[]) => {
  const sent: Uint8Array[] = []
  const answer = collectResponse((data) => sent.push(data))
  const memory = new Uint8Array(1 << 20)
  for (const piece of pieces) {
    // the same memory again and again, as PostgreSQL does
    memory.set(piece)
    answer.add(memory.subarray(0, piece.length))
  }
  return { ...answer.end(), sent: Buffer.concat(sent), parts: sent.length }
}

test('a response arrives complete, and its end is detected wherever the pieces are cut', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.array(fc.nat(310), { maxLength: 8 }), (body, cuts) => {
      const whole = Buffer.concat([body, ready])
      const at = [0, ...cuts.filter((cut) => cut <= whole.length).sort((a, b) => a - b), whole.length]
      const pieces = at.slice(1).map((end, i) => whole.subarray(at[i], end))
      const { sent, size, ready: isReady } = collected(pieces)
      expect(sent.equals(whole)).toBe(true)
      expect(size).toBe(whole.length)
      expect(isReady).toBe(true)
    }),
  )
})

test('an incomplete response is not ready', () => {
  expect(collected([]).ready).toBe(false)
  expect(collected([ready.subarray(0, 5)]).ready).toBe(false)
  expect(collected([ready, Uint8Array.from([1])]).ready).toBe(false)
})

test('a long response is sent in parts', () => {
  const piece = new Uint8Array(8192).fill(7)
  const { parts, size } = collected(Array.from({ length: 64 }, () => piece))
  expect(size).toBe(64 * 8192)
  expect(parts).toBe(8)
})
