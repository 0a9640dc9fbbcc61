/**
 * A map of at most `most` entries, or with `sizeOf` of entries whose sizes are together at most `most`, which drops those that were not
 * used for the longest time.
 */
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #most: number
  readonly #sizeOf: (value: V) => number
  #size = 0
  constructor(most: number, sizeOf: (value: V) => number = () => 1) {
    this.#most = most
    this.#sizeOf = sizeOf
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: K, value: V): void {
    this.#delete(key)
    this.#entries.set(key, value)
    this.#size += this.#sizeOf(value)
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#most) return
      this.#delete(oldest)
    }
  }

  /** Deletes the entries for which `is` is true. */
  deleteWhere(is: (value: V) => boolean): void {
    for (const [key, value] of this.#entries) if (is(value)) this.#delete(key)
  }

  clear(): void {
    this.#entries.clear()
    this.#size = 0
  }

  #delete(key: K): void {
    const value = this.#entries.get(key)
    if (value === undefined) return
    this.#entries.delete(key)
    this.#size -= this.#sizeOf(value)
  }
}
