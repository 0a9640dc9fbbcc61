const parts = [
  ['hour', 3600, Number.POSITIVE_INFINITY],
  ['minute', 60, 60],
  ['second', 1, 60],
] as const

/** A length in seconds as it is read aloud: "1 minute 5 seconds", "0 seconds". */
export function speakLength(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds))
  const words = parts.flatMap(([word, unit, most]) => {
    const count = Math.floor(total / unit) % most
    return count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`]
  })
  return words.join(' ') || '0 seconds'
}
