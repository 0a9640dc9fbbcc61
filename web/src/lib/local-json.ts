/** Reads a stored value; undefined when there is none, it is invalid, or storage is blocked. */
export function readLocal(key: string): unknown {
  try {
    const text = localStorage.getItem(key)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Stores a value in this browser; undefined deletes it. Does nothing where storage is blocked or full. */
export function writeLocal(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // private windows may forbid storage
  }
}
