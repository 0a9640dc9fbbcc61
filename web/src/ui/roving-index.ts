/** Where an arrow, Home or End key moves among `count` entries; null when the key is none of them. Wraps at both ends. */
export function rovingIndex(key: string, current: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (current + 1) % count
  if (key === 'ArrowUp') return (current - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}

/** The next entry after `current` whose text begins with the letter typed; null when there is none. */
export function entryByLetter(letter: string, current: number, texts: readonly string[]): number | null {
  const wanted = letter.toLowerCase()
  for (let step = 1; step <= texts.length; step++) {
    const index = (current + step) % texts.length
    if (texts[index]?.trim().toLowerCase().startsWith(wanted)) return index
  }
  return null
}
