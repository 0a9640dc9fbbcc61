import { parseArgs } from 'node:util'
import { loadSet } from './load-data.ts'
import { shuffled } from './stable-hash.ts'

/** Prints queries of a set with their grades, and how many of each kind there are with `--count 0`. */
const { values } = parseArgs({
  options: {
    set: { type: 'string', default: 'crossed-own' },
    part: { type: 'string', default: 'fit' },
    kind: { type: 'string' },
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
})

const set = loadSet(values.set)
const queries = set.queries.filter(
  ({ part, kind }) => part === values.part && (values.kind === undefined || kind === values.kind),
)
for (const { query, kind, wanted } of shuffled(values.seed, queries, (one) => one.query).slice(0, Number(values.count)))
  console.log(
    `${kind.padEnd(18)} ${query}  |${Object.entries(wanted)
      .map(([key, grade]) => ` ${key}=${grade}`)
      .join('')}`,
  )
console.log(`\n${set.name}, ${values.part}: ${queries.length} queries`)
for (const kind of new Set(queries.map((one) => one.kind)))
  console.log(`${kind.padEnd(24)} ${queries.filter((one) => one.kind === kind).length}`)
