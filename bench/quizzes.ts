import { randomInt } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Attempt, api, type Client, createClient } from '@virtual-courses/contract'
import { everyKind, rightOf } from '../server/test/support/quiz.ts'
import { keepStarted, type Server } from './lib/child.ts'
import { closeOnSignal, exitWithUsage, requireLinux } from './lib/command.ts'
import { emailOf, idOf, password, size } from './lib/dataset.ts'
import { hashPassword } from './lib/environment.ts'
import { machineFacts, treeCpuMs } from './lib/machine.ts'
import { fillEmbeddedDatabase, fillOurDatabase } from './lib/our-database.ts'
import { dataDirIn, startOurServer } from './lib/our-server.ts'
import { startCluster } from './lib/postgres.ts'
import { quantile, table, writeResults } from './lib/report.ts'
import { waitUntilQuiet } from './scale/measure.ts'

/** What a class that hands in at the same time costs, and what readers of the site notice of it. */
const usage = `npm run bench -- quizzes [options]
  students answer a quiz and hand it in within a minute, beside readers of the site; before that the same readers alone
  --students N   (default 500)
  --questions N  of the quiz, each answered once (default 10)
  --readers N    readers, each of whom asks some four times a second (default 8)
  --seconds N    in which the students answer and hand in (default 60); readers alone have half of it
  --engine NAME  postgres or embedded; by default one after the other
  --profile      keep CPU profiles of the server
  --write        put the tables into bench/README.md`
const { values: options } = parseArgs({
  options: {
    students: { type: 'string', default: '500' },
    questions: { type: 'string', default: '10' },
    readers: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '60' },
    engine: { type: 'string' },
    profile: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) exitWithUsage(usage)
const students = Number(options.students)
const questions = Number(options.questions)
const readers = Number(options.readers)
const seconds = Number(options.seconds)
for (const [name, value] of Object.entries({ students, questions, readers, seconds }))
  if (!Number.isInteger(value) || value < 1) exitWithUsage(usage, `--${name} is a whole number from 1`)
if (students > size.users - size.creators) exitWithUsage(usage, `--students is at most ${size.users - size.creators}`)
const engines = ['postgres', 'embedded'] as const
type Engine = (typeof engines)[number]
if (options.engine !== undefined && !engines.some((engine) => engine === options.engine))
  exitWithUsage(usage, '--engine is postgres or embedded')
requireLinux()

const publicOrigin = 'https://courses.bench.example'
const machine = machineFacts()
const folder = mkdtempSync(join(tmpdir(), 'virtual-courses-bench-'))
chmodSync(folder, 0o711) // PostgreSQL does not run as root
const started = keepStarted()
closeOnSignal(async () => started.stop())

/** Someone with an address of their own: limits of one address are not what is measured. */
const addressOf = (number: number): string => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`

type Person = { call: Client; cookie: string }

async function signIn(origin: string, user: number): Promise<Person> {
  const address = addressOf(user)
  const answer = await fetch(`${origin}${api.accounts.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: publicOrigin, 'x-forwarded-for': address },
    body: JSON.stringify({ email: emailOf(user), password }),
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
  if (!answer.ok || !cookie) throw new Error(`Person ${user} could not log in: ${await answer.text()}`)
  const call = createClient((path, init) =>
    fetch(origin + path, {
      ...init,
      headers: { ...init.headers, cookie, origin: publicOrigin, 'x-forwarded-for': address },
    }),
  )
  return { call, cookie }
}

type Quiz = { courseId: string; lectureId: string }

/** Makes a quiz of all kinds of questions in a free course. */
async function makeQuiz({ call }: Person): Promise<Quiz> {
  const { _id: courseId } = await call(api.courses.create, { body: { title: 'Ropes', category: 'Others' } })
  const level = { description: 'About it', level: 'Beginner', price: '0', isPublished: 'true' } as const
  await call(api.courses.edit, { params: { courseId }, body: level })
  const { lecture } = await call(api.quizzes.create, { params: { courseId }, body: { title: 'Knots' } })
  const params = { lectureId: lecture._id }
  const kinds = Object.values(everyKind)
  for (let at = 0; at < questions; at++) {
    const question = kinds[at % kinds.length] ?? everyKind.truth
    await call(api.quizBank.create, { params: { courseId }, body: { question, tags: ['all'] } })
  }
  const { title, settings } = await call(api.quizzes.edit, { params })
  const parts = [{ kind: 'draw' as const, tag: 'all', count: questions }]
  await call(api.quizzes.save, { params, body: { title, settings: { ...settings, parts } } })
  return { courseId, lectureId: lecture._id }
}

/** Does something for each of a list, some at a time. */
async function forEach<T, R>(list: readonly T[], atOnce: number, one: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < list.length; at += atOnce)
    results.push(...(await Promise.all(list.slice(at, at + atOnce).map(one))))
  return results
}

type Times = { ms: number[]; errors: string[] }
const noTimes = (): Times => ({ ms: [], errors: [] })

async function timed<T>(into: Times, work: () => Promise<T>): Promise<T | undefined> {
  const began = performance.now()
  try {
    const result = await work()
    into.ms.push(performance.now() - began)
    return result
  } catch (error) {
    into.errors.push(error instanceof Error ? error.message : String(error))
    return undefined
  }
}

/** Reads the site as people do: the catalogue, pages of courses, and the player, with a pause after each. */
async function read(
  origin: string,
  { cookie, courseId }: { cookie: string; courseId: string },
  { reader, until }: { reader: number; until: number },
  into: Times,
): Promise<void> {
  const course = () => idOf('courses', randomInt(size.courses))
  const paths = [
    () => '/allcourses',
    () => '/api/course/catalogue?limit=24',
    () => `/viewcourse/${course()}`,
    () => `/viewlecture/${courseId}`,
    () => `/api/learning/course/${courseId}`,
  ]
  for (let at = reader; Date.now() < until; at++) {
    await timed(into, async () => {
      const path = paths[at % paths.length]?.() ?? '/'
      const headers = {
        cookie,
        'x-forwarded-for': addressOf(1_000_000 + reader * 100_000 + at),
        'accept-encoding': 'br',
      }
      const answer = await fetch(origin + path, { headers })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    })
    await sleep(125 + randomInt(250))
  }
}

/** Answers each question once, at even distances, and hands in at `handInMs`. */
async function takeQuiz(
  { call }: Person,
  attempt: Attempt,
  { began, handInMs }: { began: number; handInMs: number },
  into: { answers: Times; handIns: Times },
): Promise<void> {
  const params = { attemptId: attempt._id }
  const waitUntil = (ms: number) => sleep(Math.max(0, began + ms - Date.now()))
  for (const [at, { question }] of attempt.questions.entries()) {
    await waitUntil((handInMs * (at + Math.random())) / attempt.questions.length)
    const answers = [{ position: question.position, answer: rightOf(question), base: 0 }]
    await timed(into.answers, () => call(api.quizAttempts.answer, { params, body: { answers } }))
  }
  await waitUntil(handInMs)
  await timed(into.handIns, async () => {
    const { attempt: done } = await call(api.quizAttempts.handIn, { params })
    if (!done.passed) throw new Error(`${done.marks} marks for right answers alone`)
  })
}

async function startOn(engine: Engine): Promise<{ server: Server; databasePid: number | null }> {
  const own = join(folder, engine)
  mkdirSync(own, { recursive: true })
  chmodSync(own, 0o711)
  const hash = await hashPassword(password)
  if (engine === 'embedded') {
    await fillEmbeddedDatabase(dataDirIn(own), hash)
    return { server: await started.keep(startOurServer({ folder: own, profile: options.profile })), databasePid: null }
  }
  const cluster = await started.keep(startCluster(own))
  const databaseUrl = await cluster.createDatabase('ours')
  const server = await started.keep(startOurServer({ folder: own, databaseUrl, profile: options.profile }))
  await fillOurDatabase({ connectionString: databaseUrl }, hash)
  return { server, databasePid: cluster.pid }
}

const round = (value: number): string => value.toFixed(value < 10 ? 2 : 1)

async function measure(engine: Engine): Promise<string> {
  const { server, databasePid } = await startOn(engine)
  const { origin, pid } = server
  const cpu = () => ({ server: treeCpuMs(pid), database: databasePid === null ? 0 : treeCpuMs(databasePid) })
  const { courseId, lectureId } = await makeQuiz(await signIn(origin, 0))
  const people = await forEach(
    Array.from({ length: students }, (_, at) => size.creators + at),
    10,
    async (user) => {
      const person = await signIn(origin, user)
      await person.call(api.enrolments.createOrder, { body: { courseId } })
      const { attempt } = await person.call(api.quizAttempts.begin, { params: { lectureId } })
      return { person, attempt }
    },
  )
  const [first] = people
  if (!first) throw new Error('There are no students')
  await waitUntilQuiet(pid, 60_000)

  const readAll = (ms: number, into: Times) =>
    Promise.all(
      Array.from({ length: readers }, (_, reader) =>
        read(origin, { cookie: first.person.cookie, courseId }, { reader, until: Date.now() + ms }, into),
      ),
    )
  await readAll(3000, noTimes())
  const alone = noTimes()
  const atFirst = cpu()
  await readAll((seconds * 1000) / 2, alone)
  const between = cpu()
  const beside = noTimes()
  const quiz = { answers: noTimes(), handIns: noTimes() }
  const began = Date.now()
  await Promise.all([
    readAll(seconds * 1000, beside),
    ...people.map(({ person, attempt }, at) =>
      // each at a moment of their own, none in the first sixth
      takeQuiz(
        person,
        attempt,
        { began, handInMs: 1000 * seconds * (1 / 6 + (5 * (at + 0.5)) / (6 * students)) },
        quiz,
      ),
    ),
  ])
  const after = cpu()
  /** what the readers did not take, for each answer */
  const each = (what: 'server' | 'database'): number => {
    const ofReading = (between[what] - atFirst[what]) / alone.ms.length
    return (after[what] - between[what] - ofReading * beside.ms.length) / quiz.answers.ms.length
  }
  await started.stop()

  const rows = {
    'answer saved': quiz.answers,
    'hand-in': quiz.handIns,
    'reading beside it': beside,
    'reading alone': alone,
  }
  const sorted = Object.entries(rows).map(([name, { ms, errors }]) => {
    const times = [...ms].sort((a, b) => a - b)
    return { name, p50: quantile(times, 0.5), p99: quantile(times, 0.99), count: ms.length, errors }
  })
  for (const { name, errors } of sorted) for (const error of errors.slice(0, 3)) console.error(`${name}: ${error}`)
  const [, , with_, without] = sorted
  const ratio = (key: 'p50' | 'p99') => ((with_?.[key] ?? 0) / (without?.[key] ?? 1)).toFixed(2)
  const lines = sorted.map(({ name, p50, p99, count, errors }) => [
    name,
    round(p50),
    round(p99),
    count.toLocaleString('en'),
    `${errors.length}`,
  ])
  const title = engine === 'postgres' ? 'PostgreSQL, ms' : 'embedded database, ms'
  const cpuText =
    engine === 'postgres'
      ? `${round(each('server') + each('database'))} CPU ms an answer, hand-ins among it (server ${round(each('server'))}, PostgreSQL ${round(each('database'))})`
      : `${round(each('server'))} CPU ms an answer, hand-ins among it`
  const text = `${table([[title, 'p50', 'p99', 'count', 'errors'], ...lines])}
${cpuText}; reading beside it : alone ${ratio('p50')} at p50, ${ratio('p99')} at p99`
  console.log(`\n${text}`)
  if (sorted.some(({ errors }) => errors.length > 0)) process.exitCode = 1
  return text
}

try {
  const facts = `${machine.at.slice(0, 10)}, ${machine.cores} cores (${machine.cpu}), load ${machine.loadBefore} before; Node ${machine.node}
${students} students, ${questions} questions each, all handed in within ${seconds} s; ${readers} readers`
  console.log(facts)
  const texts: string[] = []
  for (const engine of engines.filter((one) => options.engine === undefined || one === options.engine))
    texts.push(await measure(engine))
  if (options.write) writeResults('quizzes', [facts, ...texts].join('\n\n'))
} finally {
  await started.stop()
  if (options.profile) console.error(`CPU profiles and logs: ${folder}`)
  else rmSync(folder, { recursive: true, force: true })
}
