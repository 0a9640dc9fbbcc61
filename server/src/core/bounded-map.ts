/** A map of at most `most` entries, which drops those that were not used for the longest time. */
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #most: number
  constructor(most: number) {
    this.#most = most
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: K, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#most) return
      this.#entries.delete(oldest)
    }
  }

  /** Deletes the entries for which `is` is true. */
  deleteWhere(is: (value: V) => boolean): void {
    for (const [key, value] of this.#entries) if (is(value)) this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }
}
