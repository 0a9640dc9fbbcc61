import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sentenceEncoder } from '../../server/src/adapters/embeddings/sentence-encoder.ts'
import { closeOnSignal, exitWithUsage } from '../lib/command.ts'
import { table, writeSection } from '../lib/report.ts'
import { machineLine } from '../search/report.ts'
import { packPlainly, plainVectors, plainWords, withThreshold } from './baselines.ts'
import { judge, type Outcome, type Scores, type Search, scoresOf } from './judge.ts'
import { loadPassageSet, type Question } from './load-data.ts'
import { openSite, type Site } from './open-site.ts'

/** Asks the questions of `data` about its lectures, of plain searches and of the product's. README.md explains the tables. */
const usage = `npm run bench -- passages [--part kept] [--fails ours] [--write]
  --part P        the part whose kinds are printed: fit or kept (default)
  --fails SEARCH  names the questions of the part fit that this search does badly, and what it found first
  --write         puts the tables into README.md`
const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'kept' },
    fails: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
})
if (values.help) exitWithUsage(usage)

const { courses, questions } = loadPassageSet()
const fit = questions.filter(({ part }) => part === 'fit')
const passages = packPlainly(courses)
const folder = mkdtempSync(join(tmpdir(), 'virtual-courses-passages-'))
let site: Site | undefined
async function close(): Promise<void> {
  await site?.close()
  rmSync(folder, { recursive: true, force: true })
}
closeOnSignal(close)

const results: [name: string, outcomes: Outcome[]][] = []
try {
  site = await openSite(folder, courses)
  const searches: Record<string, Search> = {
    words: await withThreshold(plainWords(passages), fit),
    vectors: await withThreshold(await plainVectors(sentenceEncoder(), passages), fit),
    ours: site.search,
  }
  for (const [name, search] of Object.entries(searches)) results.push([name, await judge(search, questions)])
} finally {
  await close()
}

const figure = (value: number): string => (Number.isNaN(value) ? '-' : value.toFixed(2))
const shares = ({ first, inThree, soon, goodRefused, badRefused }: Scores): string[] =>
  [first, inThree, soon, goodRefused, badRefused].map(figure)
const columns = ['first', 'in three', 'plays soon', 'good refused', 'bad refused']

const lecturesOf = new Map(courses.flatMap(({ lectures }) => lectures.map((one) => [one.id, one])))
const sourceOf = ({ lectureId }: Question): string => {
  const lecture = lecturesOf.get(lectureId ?? '')
  if (!lecture) return 'no lecture'
  return lecture.text === null ? `spoken ${lecture.tracks.map(({ language }) => language).join('+')}` : 'text'
}
const groups: Record<string, (question: Question) => string> = {
  language: ({ language }) => language,
  way: ({ way }) => way,
  scope: ({ scope }) => scope,
  lecture: sourceOf,
}

const printed: string[] = []
function print(text: string): void {
  printed.push(text)
  console.log(text)
}

const spoken = [...lecturesOf.values()].reduce((sum, { seconds }) => sum + (seconds ?? 0), 0)
print(machineLine())
print(
  `${courses.length} courses, ${lecturesOf.size} lectures, ${Math.round(spoken / 60)} minutes, ${passages.length} plain passages\n`,
)
print(
  table([
    ['part', 'search', 'good', 'bad', ...columns],
    ...(['fit', 'kept'] as const).flatMap((part) =>
      results.map(([name, outcomes]) => {
        const scores = scoresOf(outcomes.filter(({ question }) => question.part === part))
        return [part, name, String(scores.good), String(scores.bad), ...shares(scores)]
      }),
    ),
  ]),
)
for (const [group, nameOf] of Object.entries(groups)) {
  const rows = results.flatMap(([name, outcomes]) =>
    [...Map.groupBy(outcomes.filter(isPrinted), ({ question }) => nameOf(question))].map(([kind, some]) => {
      const scores = scoresOf(some)
      return [kind, name, String(scores.good), String(scores.bad), ...shares(scores)]
    }),
  )
  rows.sort(([a = ''], [b = '']) => (a < b ? -1 : Number(a > b)))
  print(`\n${values.part}\n${table([[group, 'search', 'good', 'bad', ...columns], ...rows])}`)
}

if (values.write) writeSection(join(import.meta.dirname, 'README.md'), 'results', printed.join('\n').trim())

const named = results.find(([name]) => name === values.fails)?.[1] ?? []
for (const { question, best, first, isAnswered } of named) {
  const isGood = question.lectureId !== null
  const fault = isGood ? (first ? '' : 'not first') + (isAnswered ? '' : ' refused') : isAnswered ? 'answered' : ''
  if (question.part !== 'fit' || fault === '') continue
  const found = best ? `${best.lectureId} ${Math.round(best.start ?? 0)} s: ${best.text.slice(0, 160)}` : 'nothing'
  console.log(`${question.id}: ${question.text} (${fault.trim()})\n    ${found}`)
}

function isPrinted({ question }: Outcome): boolean {
  return question.part === values.part
}
