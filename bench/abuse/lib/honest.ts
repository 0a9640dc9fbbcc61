import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { treeMemory } from '../../lib/machine.ts'
import { quantile } from '../../lib/report.ts'
import {
  type Answer,
  beginUpload,
  benchPassword,
  type Call,
  call,
  cookiesOf,
  form,
  json,
  makeLecture,
  signUp,
} from './call.ts'

/** One thing that honest users do, at a steady pace. */
export type Action = { name: string; everyMs: number; act: (from: string) => Promise<void> }

/** Longest that an honest user waits, milliseconds; giving up counts as an error with this time. */
export const userTimeoutMs = 10_000
/** Accounts that take turns, so that no limit of one account is met. */
const people = 12
/** The account whose login and code the attacks aim at. */
export const victim = 'victim@bench.example'

/** Honest users come from many addresses, in turn, so that no limit of one client is met. */
let turn = 0
export const honestAddress = (): string => {
  turn = (turn + 1) % 5000
  return `127.0.${1 + Math.floor(turn / 250)}.${1 + (turn % 250)}`
}

const checked = (answer: Answer, what: string): Answer => {
  if (answer.status >= 400) throw new Error(`${what} ${answer.status}`)
  return answer
}

/** A photo like those of a telephone: 4000 x 3000, with grain, in JPEG. */
const photo = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: '#886',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .blur(2)
    .jpeg({ quality: 85 })
    .toBuffer()

/** The first part of a video of a megabyte. */
const videoPart = Buffer.alloc(500_000, 7)

type Card = { _id: string; title: string }

/** Opens the accounts of the honest users and makes their picture; resolves with what they do. */
export async function prepareHonest(origin: string): Promise<Action[]> {
  const send = async (from: string, what: string, options: Call): Promise<Answer> =>
    checked(await call(origin, from, { timeoutMs: userTimeoutMs, ...options }), what)
  const courses: Card[] = JSON.parse(
    (await send(honestAddress(), 'catalogue', { path: '/api/course/getpublishedcoures' })).body.toString(),
  )
  const emails = Array.from({ length: people }, (_, one) => `honest${one}@bench.example`)
  const cookies: string[] = []
  for (const email of emails) cookies.push(await signUp(origin, honestAddress(), email))
  await signUp(origin, honestAddress(), victim)
  const photoBytes = await photo()
  const teachers = await Promise.all(
    Array.from({ length: 3 }, async (_, one) => {
      const cookie = await signUp(origin, honestAddress(), `teacher${one}@bench.example`, 'educator')
      return { cookie, ...(await makeLecture(origin, honestAddress(), cookie)) }
    }),
  )
  const counts = new Map<string, number>()
  const nth = (name: string): number => {
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return count
  }
  const pick = <T>(list: readonly T[], name: string): T => {
    const one = list[nth(name) % list.length]
    if (one === undefined) throw new Error(`there is no ${name}`)
    return one
  }
  const searches = ['I want to learn', 'a beginner course about', 'teach me', 'best course for', ''].flatMap((before) =>
    courses.map(({ title }) => `${before} ${title}`.trim()),
  )
  return [
    { name: 'home', everyMs: 400, act: async (from) => void (await send(from, 'home', { path: '/' })) },
    {
      name: 'course',
      everyMs: 400,
      act: async (from) => void (await send(from, 'course', { path: `/viewcourse/${pick(courses, 'course')._id}` })),
    },
    {
      name: 'catalogue',
      everyMs: 400,
      act: async (from) => void (await send(from, 'catalogue', { path: '/api/course/getpublishedcoures' })),
    },
    {
      name: 'login',
      everyMs: 800,
      act: async (from) => {
        const email = nth('login') % 3 === 0 ? victim : pick(emails, 'emails')
        await send(from, 'login', json('/api/auth/login', { email, password: benchPassword }))
      },
    },
    {
      name: 'search',
      everyMs: 400,
      act: async (from) =>
        void (await send(from, 'search', json('/api/ai/search', { input: pick(searches, 'searches') }))),
    },
    {
      name: 'chat',
      everyMs: 1000,
      act: async (from) => {
        const answer = await send(from, 'chat', json('/api/ai/chat', { message: pick(searches, 'messages') }))
        if (answer.body.includes('"error"')) throw new Error('chat rejected')
      },
    },
    {
      name: 'video',
      everyMs: 2000,
      act: async (from) => {
        const { cookie, lectureId } = pick(teachers, 'teachers')
        const headers = { cookie, 'tus-resumable': '1.0.0' }
        const begun = await send(from, 'video', beginUpload(lectureId, 1e6, cookie))
        const path = new URL(String(begun.headers.location), origin).pathname
        const part = { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
        await send(from, 'video', { path, method: 'PATCH', headers: part, body: videoPart })
        await send(from, 'video', { path, method: 'DELETE', headers })
      },
    },
    {
      name: 'image',
      everyMs: 4000,
      act: async (from) => {
        const file = { field: 'photoUrl', filename: 'me.jpg', type: 'image/jpeg', bytes: photoBytes }
        await send(from, 'image', {
          ...form('/api/user/updateprofile', file, pick(cookies, 'cookies')),
          timeoutMs: 30_000,
        })
      },
    },
  ]
}

/** The newest code for an address in the outbox of the trial mode; "" for none. */
async function mailedCode(origin: string, email: string): Promise<string> {
  const page = (await call(origin, honestAddress(), { path: '/dev/outbox' })).body.toString()
  const mail = page.split('<article').find((one) => one.includes(`<strong>${email}</strong>`)) ?? ''
  return /<pre>[^<]*?(?<!\d)(\d{4})(?!\d)/.exec(mail)?.[1] ?? ''
}

/** Longest that an owner waits for a mail, milliseconds: mails to an address that many ask for come every two minutes. */
const mailMs = 130_000

async function resetFrom(origin: string, from: string, known: string): Promise<string> {
  const email = victim
  const step = async (options: Call) => call(origin, from, { ...options, timeoutMs: userTimeoutMs })
  const begun = performance.now()
  try {
    const before = await mailedCode(origin, email)
    const asked = await step(json('/api/auth/sendotp', { email }, known))
    if (asked.status !== 200) return `no, sendotp ${asked.status}`
    let cookie = cookiesOf(asked, known)
    while (performance.now() - begun < mailMs) {
      await sleep(500)
      const code = await mailedCode(origin, email)
      if (code === '' || code === before) continue
      const verified = await step(json('/api/auth/verifyotp', { email, otp: code }, cookie))
      if (verified.status !== 200) return `no, verifyotp ${verified.status}`
      cookie = cookiesOf(verified, cookie)
      const set = await step(json('/api/auth/resetpassword', { email, password: benchPassword }, cookie))
      if (set.status !== 200) return `no, resetpassword ${set.status}`
      return `yes, after ${Math.round((performance.now() - begun) / 1000)} s`
    }
    return 'no, no mail came'
  } catch (error) {
    return `no, ${error instanceof Error ? error.message : String(error)}`
  }
}

/**
 * Can the owner of the address set a new password now? Asks for a code, reads it in the outbox, verifies it, sets the password that
 * was there before: in a browser that has logged in before, then in one that the server has never seen.
 */
export async function tryReset(origin: string): Promise<string> {
  const [own, other] = [honestAddress(), honestAddress()]
  const login = await call(origin, own, json('/api/auth/login', { email: victim, password: benchPassword }))
  const known = await resetFrom(origin, own, cookiesOf(login))
  return `known browser ${known}; new browser ${await resetFrom(origin, other, '')}`
}

export type Latency = { p50: number; p99: number; count: number; errors: number }
export type Honest = Record<string, Latency>
export type Window = { honest: Honest; why: Record<string, number>; peakBytes: number }

const sampleMs = 250

/** Samples the memory (PSS) of the server and all its processes until stopped; returns the highest value in bytes. */
export function watchMemory(pid: number): () => number {
  let peak = treeMemory(pid).pssBytes
  const timer = setInterval(() => {
    peak = Math.max(peak, treeMemory(pid).pssBytes)
  }, sampleMs)
  return () => {
    clearInterval(timer)
    return Math.max(peak, treeMemory(pid).pssBytes)
  }
}

/**
 * Lets honest users act for `ms`. Each action begins at its pace whether the one before has ended or not: a server that stalls
 * is measured by all who wait for it. Waits until the last of them has its answer or has given up.
 */
export async function measureHonest(pid: number, actions: readonly Action[], ms: number): Promise<Window> {
  const peak = watchMemory(pid)
  const why: Record<string, number> = {}
  // in the order of the actions, whichever ends first
  const honest: Honest = Object.fromEntries(actions.map(({ name }) => [name, { p50: 0, p99: 0, count: 0, errors: 0 }]))
  const end = performance.now() + ms
  await Promise.all(
    actions.map(async ({ name, everyMs, act }, index) => {
      const times: number[] = []
      let errors = 0
      const going: Promise<void>[] = []
      const once = async () => {
        const begun = performance.now()
        try {
          await act(honestAddress())
          times.push(performance.now() - begun)
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error)
          const key = reason === 'timeout' ? `${name} timeout` : reason
          why[key] = (why[key] ?? 0) + 1
          errors++
          times.push(Math.max(userTimeoutMs, performance.now() - begun))
        }
      }
      // not all at the same moment
      await sleep(index * 37)
      while (performance.now() < end) {
        going.push(once())
        await sleep(everyMs)
      }
      await Promise.all(going)
      times.sort((a, b) => a - b)
      honest[name] = { p50: quantile(times, 0.5), p99: quantile(times, 0.99), count: times.length, errors }
    }),
  )
  return { honest, why, peakBytes: peak() }
}
