import { createHmac, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a student of the mixed load does, and its share of all actions in percent. */
export const mix = { browse: 70, course: 15, login: 5, search: 5, buy: 3, watch: 2 }
export type Action = keyof typeof mix

/** One answer, or one try that got none. */
export type Sample = {
  action: Action
  /** HTTP status; 0 when the connection broke */
  status: number
  code: string
  ms: number
  /** milliseconds since the epoch */
  at: number
  /** number of tries before this one */
  retry: number
}

type Course = { _id: string; price: number; lectures: { isPreviewFree: boolean; videoUrl: string }[] }

const actions = (Object.keys(mix) as Action[]).flatMap((action) => Array.from({ length: mix[action] }, () => action))
const words = ['python', 'design', 'data science', 'public speaking', 'react', 'machin lerning', 'ethics', 'excel']
const password = 'correct horse battery'
const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T // never called with an empty list

/** A student in a browser: cookies, courses that they bought, and answers. */
export type Shopper = {
  samples: Sample[]
  /** courses whose purchase the server has confirmed */
  bought: Set<string>
  /** Does what students do until `signal` is aborted, with a pause after each action. */
  shop(signal: AbortSignal, pauseMs: number): Promise<void>
  /** Returns which confirmed purchases the server does not know. */
  missing(): Promise<string[]>
}

type Options = {
  url: string
  keySecret: string
  /** address that the proxy is told, so that the limits of one address do not meet all students */
  address: string
  courses: readonly Course[]
}

export const publishedCourses = async (url: string): Promise<Course[]> =>
  await (await fetch(`${url}/api/course/getpublishedcoures`)).json()

/** Opens an account, and acts as its student. A request without an answer, 502 or 503 is sent once more, as browsers and people do. */
export async function newShopper({ url, keySecret, address, courses }: Options): Promise<Shopper> {
  const email = `shopper-${randomInt(2 ** 47).toString(36)}@load.example`
  const samples: Sample[] = []
  const bought = new Set<string>()
  let cookie = ''

  const send = async (action: Action, path: string, body?: object, retry = 0): Promise<Response | null> => {
    const at = Date.now()
    const started = performance.now()
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        cookie,
        'x-forwarded-for': address,
        ...(body && { 'content-type': 'application/json' }),
        ...(action === 'watch' && { range: 'bytes=0-65535' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'follow',
      signal: AbortSignal.timeout(30_000),
    })
      .then(async (one) => ({ one, text: Buffer.from(await one.arrayBuffer()) }))
      .catch(() => null)
    const status = response?.one.status ?? 0
    const code = response && status >= 400 ? codeOf(response.text.toString()) : ''
    samples.push({ action, status, code, ms: performance.now() - started, at, retry })
    if (retry < 1 && [0, 502, 503, 504].includes(status)) {
      const seconds = Number(response?.one.headers.get('retry-after') ?? 1)
      await sleep(Math.min(10, seconds) * 1000)
      return send(action, path, body, retry + 1)
    }
    const fresh = response?.one.headers.getSetCookie().map((one) => one.split(';')[0])
    if (fresh && fresh.length > 0) cookie = fresh.join('; ')
    return response && status < 400 ? new Response(new Uint8Array(response.text), { status }) : null
  }

  const act: Record<Action, () => Promise<unknown>> = {
    browse: () => send('browse', `/api/course/catalogue?limit=20&sort=${pick(['popular', 'newest', 'rating'])}`),
    course: () => send('course', `/api/course/getcourse/${pick(courses)._id}`),
    login: () => send('login', '/api/auth/login', { email, password }),
    search: () => send('search', '/api/ai/search', { input: pick(words) }),
    async buy() {
      const course = courses.find(({ _id, price }) => price > 0 && !bought.has(_id))
      if (!course) return
      const answer = await send('buy', '/api/payment/create-order', { courseId: course._id })
      if (!answer) return
      const { id } = await answer.json()
      const paymentId = `pay_${randomInt(2 ** 47)
        .toString(36)
        .toUpperCase()
        .padStart(14, 'A')
        .slice(-14)}`
      const signature = createHmac('sha256', keySecret).update(`${id}|${paymentId}`).digest('hex')
      const confirmed = await send('buy', '/api/payment/verify-payment', {
        razorpay_order_id: id,
        razorpay_payment_id: paymentId,
        razorpay_signature: signature,
      })
      if (confirmed) bought.add(course._id)
    },
    async watch() {
      const lecture = courses
        .flatMap(({ lectures }) => lectures)
        .find(({ isPreviewFree, videoUrl }) => isPreviewFree && videoUrl)
      if (lecture) await send('watch', new URL(lecture.videoUrl, url).pathname)
    },
  }

  await send('login', '/api/auth/signup', { name: 'A Shopper', email, password, role: 'student' })
  samples.length = 0
  return {
    samples,
    bought,
    async shop(signal, pauseMs) {
      while (!signal.aborted) {
        await act[pick(actions)]()
        await sleep(pauseMs * (0.5 + randomInt(1000) / 1000), undefined, { signal }).catch(() => {})
      }
    },
    async missing() {
      let response: Response
      // what was stopped may still be coming back: only an answer says what the server knows
      for (let tries = 0; ; tries++) {
        await act.login()
        response = await fetch(`${url}/api/user/current`, { headers: { cookie, 'x-forwarded-for': address } })
        if (response.ok) break
        if (tries === 30) throw new Error(`the account cannot be read: ${response.status}`)
        await sleep(1000)
      }
      const { user } = (await response.json()) as { user: { enrolledCourses: { _id: string }[] } }
      const known = new Set(user.enrolledCourses.map(({ _id }) => _id))
      return [...bought].filter((id) => !known.has(id))
    },
  }
}

function codeOf(text: string): string {
  try {
    return String((JSON.parse(text) as { code?: string }).code)
  } catch {
    return ''
  }
}
