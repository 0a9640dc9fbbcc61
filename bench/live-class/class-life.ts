import { setTimeout as sleep } from 'node:timers/promises'
import { liveReactions } from '../../contract/src/index.ts'
import type { RunningClass } from './open-class.ts'

/** Between two messages in the chat. A page keeps the last 1,000, which are reached after some 12 minutes. */
const pauseMs = 600
/** Messages from one poll to the next. */
const ofOnePoll = 200

export type ClassLife = {
  /** what was done, by kind, and what was refused or went to someone who was away */
  done: { written: number; hands: number; reactions: number; polls: number; votes: number; failed: number }
  stop: () => Promise<void>
}

/** What people of a class do beside listening: they write, raise hands and lower them, react, and vote in polls of the educator. */
export function beginLife(running: RunningClass, people: number): ClassLife {
  const { origin, lectureId, cookies } = running
  const done = { written: 0, hands: 0, reactions: 0, polls: 0, votes: 0, failed: 0 }
  let stopped = false
  const count = async (kind: keyof typeof done, act: Promise<unknown>) => {
    await act.then(
      () => done[kind]++,
      () => done.failed++,
    )
  }
  const post = async (cookie: string | undefined, path: string, body: object): Promise<unknown> => {
    const headers = { cookie: cookie ?? '', 'content-type': 'application/json' }
    const response = await fetch(`${origin}/api/live/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return response.json()
  }
  let pollId: string | undefined
  const ask = async (turn: number) => {
    if (pollId !== undefined) await post(cookies[0], `poll/${pollId}`, { state: 'closed' })
    const poll = { question: `Question ${turn}: which of these is it?`, choices: ['One', 'Two', 'Three'], start: true }
    const made = await post(cookies[0], `polls/${lectureId}`, poll)
    pollId = (made as { poll: { _id: string } }).poll._id // by contract
  }
  const live = async () => {
    for (let turn = 0; !stopped; turn++) {
      const person = turn % people
      if (turn % ofOnePoll === 0) await count('polls', ask(turn))
      const message = `Message ${turn}: a sentence of a usual length, as people write in a chat`
      await count('written', running.act(person, 'send-message', { message }))
      const reaction = liveReactions[turn % liveReactions.length]
      if (turn % 3 === 0) await count('reactions', running.act(person, 'react', { reaction }))
      // one raises their hand, and lowers it ten messages later
      if (turn % 10 === 0) await count('hands', running.act(person, 'set-state', { handRaised: true }))
      if (turn % 10 === 9) await count('hands', running.act((turn - 9) % people, 'set-state', { handRaised: false }))
      if (turn % 3 === 1) await count('votes', post(cookies[person + 1], `vote/${pollId}`, { choices: [turn % 3] }))
      await sleep(pauseMs)
    }
  }
  const living = live()
  return {
    done,
    async stop() {
      stopped = true
      await living
    },
  }
}
