type Region = { from: number; to: number; lines: string[] }

/** Returns the one region of lines in which `changed` differs from `base`. */
function regionOf(base: readonly string[], changed: readonly string[]): Region {
  const most = Math.min(base.length, changed.length)
  let start = 0
  while (start < most && base[start] === changed[start]) start++
  let end = 0
  while (end < most - start && base[base.length - 1 - end] === changed[changed.length - 1 - end]) end++
  return { from: start, to: base.length - end, lines: changed.slice(start, changed.length - end) }
}

/**
 * Returns a text with the changes of two people who began with `base`, or null where both changed the same lines. What both added at one
 * place is kept, theirs first.
 */
export function mergeLines(base: string, mine: string, theirs: string): string | null {
  if (mine === base || mine === theirs) return theirs
  if (theirs === base) return mine
  const lines = base === '' ? [] : base.split('\n')
  const own = regionOf(lines, mine.split('\n'))
  const other = regionOf(lines, theirs.split('\n'))
  const first = other.to <= own.from ? other : own
  const second = first === other ? own : other
  if (first.to > second.from) return null
  return [
    ...lines.slice(0, first.from),
    ...first.lines,
    ...lines.slice(first.to, second.from),
    ...second.lines,
    ...lines.slice(second.to),
  ].join('\n')
}
