import type { LectureProgress } from '@virtual-courses/contract'
import { expect, it, vi } from 'vitest'
import { createProgressStore } from './progress-store.ts'

const progress = (lectureId: string, completed: boolean, minute: number): LectureProgress => ({
  lectureId,
  seconds: 0,
  completed,
  updatedAt: new Date(minute * 60_000).toISOString(),
})

const course = {
  completion: {
    completedAt: null,
    required: 2,
    met: 0,
    missing: { video: 2, text: 0, quiz: 0, assignment: 0 },
    sentence: 'Still to do: 2 videos to watch.',
    certificate: null,
    certificateOpen: false,
  },
  entries: [{ lectureId: 'a', need: 'video' as const, counts: true, byHand: true }],
}

function setUp(lectures: LectureProgress[] = []) {
  const calls: {
    id: string
    completed: boolean
    answer: (value: LectureProgress) => void
    fail: (error: Error) => void
  }[] = []
  const onRolledBack = vi.fn()
  const server: LectureProgress[] = []
  const store = createProgressStore({
    lectures,
    sendTick: (id, completed) => new Promise((answer, fail) => calls.push({ id, completed, answer, fail })),
    load: async () => ({ ...course, lectures: server }),
    ...course,
    onRolledBack,
  })
  return { store, server, calls, onRolledBack, ticked: () => [...store.read().completed].sort() }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

it('shows a tick at once and keeps it when the server agrees', async () => {
  const { store, calls, ticked } = setUp([progress('a', true, 1)])
  const listener = vi.fn()
  store.subscribe(listener)
  store.tick('b', true)
  expect(ticked()).toEqual(['a', 'b'])
  expect(listener).toHaveBeenCalled()
  calls[0]?.answer(progress('b', true, 2))
  await settle()
  expect(ticked()).toEqual(['a', 'b'])
})

it('takes a tick back after an error', async () => {
  const { store, calls, ticked, onRolledBack } = setUp([progress('a', true, 1)])
  store.tick('a', false)
  expect(ticked()).toEqual([])
  calls[0]?.fail(new Error('no'))
  await settle()
  expect(ticked()).toEqual(['a'])
  expect(onRolledBack).toHaveBeenCalledOnce()
  store.tick('a', false)
  expect(calls).toHaveLength(2)
})

it('sends one change at a time, the last one last', async () => {
  const { store, calls, ticked } = setUp()
  store.tick('a', true)
  store.tick('a', false)
  store.tick('a', true)
  store.tick('a', false)
  expect(calls.map(({ completed }) => completed)).toEqual([true])
  calls[0]?.answer(progress('a', true, 1))
  await settle()
  expect(ticked()).toEqual([])
  expect(calls.map(({ completed }) => completed)).toEqual([true, false])
  calls[1]?.answer(progress('a', false, 2))
  await settle()
  expect(ticked()).toEqual([])
  expect(calls).toHaveLength(2)
})

it('ignores outdated replies', async () => {
  const { store, calls, ticked } = setUp()
  store.tick('a', true)
  calls[0]?.answer(progress('a', true, 5))
  await settle()
  store.learn(progress('a', false, 4))
  expect(ticked()).toEqual(['a'])
  store.learn(progress('a', false, 6))
  expect(ticked()).toEqual([])
})

it('reads what another device has reported since, and keeps what is newer here', async () => {
  const { store, server } = setUp([progress('a', false, 1), progress('b', false, 9)])
  server.push({ ...progress('a', false, 5), seconds: 70 }, { ...progress('b', false, 8), seconds: 20 })
  const known = await store.refresh()
  expect(known.get('a')?.seconds).toBe(70)
  expect(known.get('b')?.seconds).toBe(0)
})
