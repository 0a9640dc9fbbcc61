export type Store<T> = {
  read(): T
  write(value: T): void
  /** Calls back at every write; answers how to stop it. Made for `useSyncExternalStore`. */
  subscribe(listener: () => void): () => void
}

/** A value that outlives pages and tells who listens when it changes. For the browser: on a server everybody would share it. */
export function createStore<T>(value: T): Store<T> {
  const listeners = new Set<() => void>()
  return {
    read: () => value,
    write(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
