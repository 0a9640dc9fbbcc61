import { setImmediate as pause } from 'node:timers/promises'

/** Maximum product of their lengths for which two sequences are compared word by word. */
const maxTable = 250_000
/** Lengths of the runs of words that are searched for, longest first. */
const runs = [4, 3, 2, 1]
/** Milliseconds of a turn, after which requests of this process have theirs. */
const turnMs = 20

type Range = { from: number; to: number }

/**
 * Aligns the words of a text with recognised words, as pairs of indexes in which both increase. Runs that occur once in both are matched
 * first, then the words between them, so that a passage missing in one of the two does not shift the others. It takes turns
 * of some milliseconds.
 */
export async function matchWords(text: readonly string[], recognised: readonly string[]): Promise<[number, number][]> {
  const pairs: [number, number][] = []
  let turn = performance.now()
  const inside = async (a: Range, b: Range, step: number): Promise<void> => {
    if (a.from >= a.to || b.from >= b.to) return
    if (performance.now() - turn > turnMs) {
      await pause()
      turn = performance.now()
    }
    const size = runs[step]
    if (size === undefined) return void pairs.push(...compare(text, a, recognised, b))
    const anchors = rising(uniqueRuns([text, a], [recognised, b], size))
    let [lastA, lastB] = [a.from, b.from]
    for (const [atA, atB] of anchors) {
      // runs overlap, so only their first words are matched here, and the remaining words of the last run below
      if (atA < lastA || atB < lastB) continue
      await inside({ from: lastA, to: atA }, { from: lastB, to: atB }, step + 1)
      for (let index = 0; index < size; index++) pairs.push([atA + index, atB + index])
      ;[lastA, lastB] = [atA + size, atB + size]
    }
    await inside({ from: lastA, to: a.to }, { from: lastB, to: b.to }, step + 1)
  }
  await inside({ from: 0, to: text.length }, { from: 0, to: recognised.length }, 0)
  return pairs
}

type Part = [words: readonly string[], range: Range]

/** Returns the positions in both of those runs that occur once in each, in the order of the text. */
function uniqueRuns(text: Part, recognised: Part, size: number): [number, number][] {
  const places = ([words, { from, to }]: Part): Map<string, number> => {
    const found = new Map<string, number>()
    for (let at = from; at + size <= to; at++) {
      const key = words.slice(at, at + size).join(' ')
      found.set(key, found.has(key) ? -1 : at)
    }
    return found
  }
  const placesInRecognised = places(recognised)
  return [...places(text)].flatMap(([key, atA]): [number, number][] => {
    const atB = placesInRecognised.get(key) ?? -1
    return atA < 0 || atB < 0 ? [] : [[atA, atB]]
  })
}

/** Returns the longest subsequence of pairs whose second positions increase too. */
function rising(pairs: readonly [number, number][]): [number, number][] {
  /** index of the pair that ends the best subsequence of each length, and the predecessor of each pair */
  const ends: number[] = []
  const before: number[] = []
  for (const [index, [, atB]] of pairs.entries()) {
    let [from, to] = [0, ends.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < atB) from = middle + 1
      else to = middle
    }
    before.push(ends[from - 1] ?? -1)
    ends[from] = index
  }
  const chosen: [number, number][] = []
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index]
    if (pair) chosen.push(pair)
  }
  return chosen.reverse()
}

/** Returns a longest common subsequence of two short ranges; an empty one for long ranges. */
function compare(text: readonly string[], a: Range, recognised: readonly string[], b: Range): [number, number][] {
  const [rows, columns] = [a.to - a.from, b.to - b.from]
  if (rows * columns > maxTable) return []
  const width = columns + 1
  const best = new Uint16Array((rows + 1) * width)
  const at = (row: number, column: number): number => best[row * width + column] ?? 0
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--)
      best[row * width + column] =
        text[a.from + row] === recognised[b.from + column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
  const pairs: [number, number][] = []
  for (let [row, column] = [0, 0]; row < rows && column < columns; ) {
    if (text[a.from + row] === recognised[b.from + column]) pairs.push([a.from + row++, b.from + column++])
    else if (at(row + 1, column) >= at(row, column + 1)) row++
    else column++
  }
  return pairs
}
