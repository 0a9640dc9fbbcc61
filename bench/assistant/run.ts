import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { api } from '@virtual-courses/contract'
import { parse } from 'yaml'
import { z } from 'zod'
import { memoryStore } from '../../server/src/adapters/rate-limits/memory.ts'
import { createLimits } from '../../server/src/core/limits/rate-limits.ts'
import { closeOnSignal, exitWithUsage, openResults } from '../lib/command.ts'
import { table } from '../lib/report.ts'
import { shuffled, stableHash } from '../search/stable-hash.ts'
import { judgeAnswer } from './judge.ts'
import { openShop, type Shop, shopCourses } from './shop.ts'

/**
 * Asks the built-in assistant the messages of `data/messages.yaml` in a shop of 136 courses, and judges the answers by facts of that
 * shop. The open half is for work on the assistant; of the kept half only the numbers are printed.
 */
const usage = `npm run bench -- assistant [--fails] [--sample 40] [--kind help] [--history]
  --fails    prints the answers of the open half that lack something
  --sample N prints N messages with their answers, of both halves, to be read by people; a seed of its own: --seed TEXT
  --kind K   messages of one kind
  --keep     keeps every answer in bench/results`
const { values } = parseArgs({
  options: {
    fails: { type: 'boolean', default: false },
    sample: { type: 'string' },
    seed: { type: 'string', default: 'first' },
    kind: { type: 'string' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) exitWithUsage(usage)

type Message = { kind: string; turns: string[]; checks: string; half: 'open' | 'kept'; language: string }
const Messages = z.record(
  z.string(),
  z
    .string()
    .transform((text) => text.trim().split('\n'))
    .pipe(z.array(z.string().regex(/\S \|\| \S/))),
)

const languageOf = (text: string): string =>
  /\p{Script=Devanagari}/u.test(text)
    ? 'Hindi'
    : /\b(?:kya|hai|ka|ki|ke|kitne|batao|sikhna|seekhna|seekhu|milega|kaun|kahan|kaise|aur|ya|se|ghar|bhai|dhanyavaad|namaste|sunao|bacche|banana|banna)\b/i.test(
          text,
        )
      ? 'Hinglish'
      : 'English'

const file = readFileSync(join(import.meta.dirname, 'data/messages.yaml'), 'utf8')
const messages = Object.entries(Messages.parse(parse(file))).flatMap(([kind, lines]) =>
  lines.map((line): Message => {
    const [said = '', checks = ''] = line.split(' || ')
    const half = stableHash(said) % 2 === 0 ? 'open' : 'kept'
    return { kind, turns: said.split(' >> '), checks, half, language: languageOf(said) }
  }),
)

const folder = mkdtempSync(join(tmpdir(), 'virtual-courses-assistant-'))
let shop: Shop | undefined
async function close(): Promise<void> {
  await shop?.close()
  rmSync(folder, { recursive: true, force: true })
}
closeOnSignal(close)

type Turn = { role: 'user' | 'assistant'; text: string }
async function ask({ server, deps }: Shop, message: string, history: readonly Turn[]): Promise<string> {
  Object.assign(deps.limits, createLimits(memoryStore()))
  const { method, path: url } = api.ai.chat
  const answer = await server.inject({ method, url, payload: { message, history: history.slice(-6) } })
  return answer.body
    .split('\n\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line.slice('data: '.length)) as { reply?: string; error?: string }) // the wire format
    .map(({ reply, error }) => reply ?? `(error: ${error})`)
    .join('')
}

async function talk(open: Shop, turns: readonly string[]): Promise<string> {
  const history: Turn[] = []
  let answer = ''
  for (const text of turns) {
    answer = await ask(open, text, history)
    history.push({ role: 'user', text }, { role: 'assistant', text: answer.slice(0, 1000) })
  }
  return answer
}

type Judged = Message & { answer: string; lacks: string[] }
const share = (some: readonly Judged[]): string => {
  const good = some.filter(({ lacks }) => lacks.length === 0).length
  return some.length === 0 ? '-' : `${good}/${some.length} (${Math.round((100 * good) / some.length)} %)`
}
const rowsBy = (judged: readonly Judged[], key: 'kind' | 'language'): string[][] =>
  [...Map.groupBy(judged, (one) => one[key])].map(([name, some]) => [
    name,
    share(some.filter(({ half }) => half === 'open')),
    share(some.filter(({ half }) => half === 'kept')),
    share(some),
  ])
const show = ({ turns, answer, lacks, checks }: Judged): string =>
  `> ${turns.join(' >> ')}\n${answer}\n   lacks: ${lacks.join(' ')} of: ${checks}\n`

try {
  const courses = shopCourses()
  shop = await openShop(folder, courses)
  // the examples get their vectors in pauses after the first message
  for (let at = 0; at < 3; at++) await ask(shop, 'hi', [])
  await new Promise((resolve) => setTimeout(resolve, 20_000))
  const wanted = messages.filter(({ kind }) => values.kind === undefined || kind === values.kind)
  const judged: Judged[] = []
  for (const message of wanted) {
    const answer = await talk(shop, message.turns)
    judged.push({ ...message, answer, lacks: judgeAnswer(answer, message.checks, courses) })
  }
  if (values.keep) {
    const print = openResults('assistant-')
    for (const one of judged) print(one)
  }
  if (values.fails)
    for (const one of judged.filter(({ half, lacks }) => half === 'open' && lacks.length > 0)) console.log(show(one))
  if (values.sample !== undefined)
    for (const one of shuffled(values.seed, judged, ({ turns }) => turns.join()).slice(0, Number(values.sample)))
      console.log(`> ${one.turns.join(' >> ')}\n${one.answer}\n`)
  const head = (name: string): string[] => [name, 'open', 'kept', 'all']
  console.log(
    table([
      head('kind'),
      ...rowsBy(judged, 'kind'),
      [
        'all',
        share(judged.filter(({ half }) => half === 'open')),
        share(judged.filter(({ half }) => half === 'kept')),
        share(judged),
      ],
    ]),
  )
  console.log(table([head('language'), ...rowsBy(judged, 'language')]))
} finally {
  await close()
}
