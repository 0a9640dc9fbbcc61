/** Reads what this browser remembers under a key; undefined when there is nothing, or nothing readable, or storage is barred. */
export function readLocal(key: string): unknown {
  try {
    const text = localStorage.getItem(key)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Remembers a value in this browser; undefined forgets it. Where storage is barred or full, nothing happens. */
export function writeLocal(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // private windows may forbid storage
  }
}
