import { parseArgs } from 'node:util'
import { SymSpell } from 'mnemonist'
import { z } from 'zod'
import { createDeleteIndex, createSpelling } from '../../server/src/features/search/engine/words/spelling.ts'
import { makeTypo } from './make-typo.ts'
import { column, createReport, machineLine, measureInProcess, type Row, settledMemory } from './report.ts'
import { dictionaryWords, shuffled } from './stable-hash.ts'

/** Compares what finds words near to a misspelt one, each in a process of its own. README.md explains the table. */
const { values } = parseArgs({
  options: {
    /** measures this one alone and prints JSON */
    of: { type: 'string' },
    json: { type: 'boolean', default: false },
    /** puts the table into README.md */
    write: { type: 'boolean', default: false },
  },
})
const words = 30_000
const lookUps = 2000
/** As long as a word of a search may be, with as many forms as there can be. */
const longWord = 'abcdefghijklmnopqrstuvwxyzabcdef'
/** Typos that are allowed in a word. */
const most = 2

type Index = { add(word: string): void; near(word: string): string[] }
type Subject = {
  open(): Index
  /** entries that a word makes in an empty index */
  entriesOf?(word: string): number
}

const subjects: Record<string, Subject> = {
  'delete index': {
    open() {
      const index = createDeleteIndex()
      return { add: index.add, near: (word) => [...index.near(word, most)] }
    },
    entriesOf: (word) => countEntries(() => createDeleteIndex().add(word)),
  },
  // What the engine makes of it: distances, sounds and the choice come on top.
  'whole spelling': {
    open() {
      const spelling = createSpelling(() => false)
      return { add: (word) => spelling.count(word, 1), near: (word) => [spelling.correct(word)] }
    },
  },
  SymSpell: {
    open() {
      const index = openSymSpell()
      return { add: (word) => index.add(word), near: (word) => index.search(word).map(({ term }) => term) }
    },
    entriesOf(word) {
      const index = openSymSpell()
      index.add(word)
      // The types leave out where it keeps its forms.
      return 'dictionary' in index ? Object.keys(z.record(z.string(), z.unknown()).parse(index.dictionary)).length : 0
    },
  },
}

/** Verbosity 2 returns all that is near, as the delete index does. */
const openSymSpell = () => new SymSpell({ maxDistance: most, verbosity: 2 })

/** Counts what is put into maps meanwhile: the delete index does not show its forms. */
function countEntries(work: () => void): number {
  const { set } = Map.prototype
  let count = 0
  Map.prototype.set = function (key: unknown, value: unknown) {
    count++
    return set.call(this, key, value)
  }
  try {
    work()
  } finally {
    Map.prototype.set = set
  }
  return count
}

const cpuMs = (work: () => void): number => {
  const started = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000
}

function measure({ open, entriesOf }: Subject): Row {
  const known = dictionaryWords(words)
  const typos = shuffled('look-ups', known, (word) => word).flatMap((word) => makeTypo(word, 'spelling') ?? [])
  const asked = typos.slice(0, lookUps)
  const before = settledMemory().heap
  const index = open()
  const fillMs = cpuMs(() => {
    for (const word of known) index.add(word)
  })
  const after = settledMemory().heap
  for (const word of asked) index.near(word)
  let found = 0
  const lookUpMs = cpuMs(() => {
    for (const word of asked) found += index.near(word).length
  })
  return {
    words: known.length,
    fillMs,
    heapMb: after - before,
    microseconds: (1000 * lookUpMs) / asked.length,
    found: found / asked.length,
    entries: entriesOf?.(longWord) ?? Number.NaN,
  }
}

const measureApart = (name: string): Row => ({
  index: name,
  ...measureInProcess(import.meta.filename, ['--of', name]),
})

const alone = values.of === undefined ? undefined : subjects[values.of]
if (alone) console.log(JSON.stringify(measure(alone)))
else {
  const report = createReport(values.json)
  report.note(machineLine())
  report.table(
    'spelling',
    'Words near to a misspelt one, times on the processor',
    [
      column('index', '', 0),
      column('words', 'words', 0),
      column('fillMs', 'fill ms', 0),
      column('heapMb', 'heap MB', 1),
      column('microseconds', 'look-up µs', 1),
      column('found', 'returned', 1),
      column('entries', 'entries of 32 letters', 0),
    ],
    Object.keys(subjects).map(measureApart),
  )
  if (values.write) report.write('spelling')
}
