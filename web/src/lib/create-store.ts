export type Store<T> = {
  read(): T
  write(value: T): void
  /** Calls back on every write; returns a function that unsubscribes. For `useSyncExternalStore`. */
  subscribe(listener: () => void): () => void
}

/** A value with listeners that outlives pages. For the browser only: on a server all users would share it. */
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
