/** A vector of length 1 as bytes: its largest number as a float, and each number as a part of it in 127 steps. */
const headBytes = 4

/** Packs vectors, one after the other: a quarter of the bytes of floats. */
export function packVectors(vectors: readonly Float32Array[]): Buffer {
  const dimensions = vectors[0]?.length ?? 0
  const bytes = Buffer.alloc(vectors.length * (headBytes + dimensions))
  let at = 0
  for (const vector of vectors) {
    const largest = vector.reduce((most, one) => Math.max(most, Math.abs(one)), 0)
    at = bytes.writeFloatLE(largest, at)
    for (const one of vector) at = bytes.writeInt8(largest === 0 ? 0 : Math.round((one / largest) * 127), at)
  }
  return bytes
}

export type PackedVectors = {
  dimensions: number
  count: number
  /** Returns the cosine of a packed vector and one of length 1. */
  cosine(at: number, vector: Float32Array): number
}

/** Opens what `packVectors` made of so many vectors; null when it is not that. */
export function openVectors(packed: Buffer | null, count: number): PackedVectors | null {
  if (!packed || count === 0 || packed.length % count !== 0) return null
  const size = packed.length / count
  const dimensions = size - headBytes
  if (dimensions <= 0) return null
  const bytes = Buffer.from(packed)
  const values = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
  return {
    dimensions,
    count,
    cosine(at, vector) {
      if (vector.length !== dimensions) return 0
      const from = at * size + headBytes
      let sum = 0
      for (let place = 0; place < dimensions; place++) sum += (values[from + place] ?? 0) * (vector[place] ?? 0)
      return (sum * bytes.readFloatLE(at * size)) / 127
    },
  }
}
