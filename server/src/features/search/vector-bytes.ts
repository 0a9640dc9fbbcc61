/** Vectors as the database keeps them: 32-bit floats, little-endian, one after the other. */
export function toBytes(vectors: readonly Float32Array[]): Buffer {
  const bytes = Buffer.alloc(vectors.reduce((sum, { length }) => sum + length * 4, 0))
  let at = 0
  for (const vector of vectors) for (const one of vector) at = bytes.writeFloatLE(one, at)
  return bytes
}

/** The vectors of a course out of its bytes; none when they are not of so many dimensions. */
export function fromBytes(bytes: Buffer, sides: number): Float32Array[] {
  if (bytes.length === 0 || bytes.length % (sides * 4) !== 0) return []
  const dimensions = bytes.length / sides / 4
  return Array.from({ length: sides }, (_, side) =>
    Float32Array.from({ length: dimensions }, (_, place) => bytes.readFloatLE((side * dimensions + place) * 4)),
  )
}
