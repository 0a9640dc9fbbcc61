import { parseArgs } from 'node:util'
import { table } from '../lib/report.ts'
import { createEngineFactory } from '../search/build-engine.ts'
import { loadSet } from '../search/load-data.ts'
import { percentile } from '../search/metrics.ts'

/**
 * Whether a course is found by its title: every title of a catalogue in several frames, and every search of its set, which mostly names
 * none. No message of the assistant's own set is among them.
 */
const { values } = parseArgs({ options: { set: { type: 'string', default: 'real' } } })
const { courses, queries } = loadSet(values.set)
const factory = await createEngineFactory()
const engine = await factory.build(courses, { embeddings: false })

const parting = /:\s|\s[-–—|]\s|[([|!?]/
const withoutSigns = (title: string): string => title.replace(/[^\p{L}\p{M}\p{N}+# ]/gu, ' ')
const withoutLast = (title: string): string =>
  title.split(' ').length > 3 ? title.split(' ').slice(0, -1).join(' ') : title
/** Two letters exchanged in each of the first two long words. */
function withTypos(title: string): string {
  let left = 2
  return title.replace(/\b[a-z]{6,}\b/gi, (word) =>
    left-- > 0 ? `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}` : word,
  )
}
const frames: readonly (readonly [name: string, of: (title: string) => string])[] = [
  ['How much is X?', (title) => `How much is ${title}?`],
  ['x ki fees kya hai', (title) => `${title.toLowerCase()} ki fees kya hai`],
  ['X की कीमत क्या है', (title) => `${title} की कीमत क्या है`],
  ['tell me about the X course, without signs', (title) => `tell me about the ${withoutSigns(title)} course`],
  ['what stands before the first colon, dash or bracket', (title) => `price of ${title.split(parting)[0]}`],
  ['without the last word', (title) => `how long is ${withoutLast(title)}`],
  ['two typing errors', (title) => `price of ${withTypos(title)}`],
]

const times: number[] = []
function idsIn(text: string, wholeOnly = false): string[] {
  const begun = performance.now()
  const { titles } = engine.titles(text)
  times.push(performance.now() - begun)
  return titles.filter(({ whole }) => whole || !wholeOnly).flatMap(({ ids }) => ids)
}
const titleOf = new Map(courses.map(({ key, title }) => [key, title.toLowerCase()]))
const rows = frames.map(([name, frame]) => {
  const found = courses.map(({ key, title }) => ({ key, title, ids: idsIn(frame(title)) }))
  const first = found.filter(({ title, ids: [id = ''] }) => titleOf.get(id) === title.toLowerCase()).length
  const among = found.filter(({ key, ids }) => ids.includes(key)).length
  return [name, `${first}`, `${among}`, `${courses.length}`]
})
console.log(table([['message', 'first', 'among at most 4', 'of'], ...rows]))
const named = queries
  .map(({ query, wanted }) => ({ wanted, ids: idsIn(query, true) }))
  .filter(({ ids }) => ids.length > 0)
const wrong = named.filter(({ ids, wanted }) => ids.every((id) => (wanted[id] ?? 0) === 0)).length
console.log(
  `${queries.length} searches of the set: ${named.length} name a whole title, ${wrong} of them one that is not wanted`,
)
console.log(`p50 ${percentile(times, 0.5).toFixed(2)} ms, p99 ${percentile(times, 0.99).toFixed(2)} ms a message`)
