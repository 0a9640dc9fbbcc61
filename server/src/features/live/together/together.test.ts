import { api, type LiveMessage, type LivePoll, type OwnLivePoll, type SentMessage } from '@virtual-courses/contract'
import { describe, expect, test } from 'vitest'
import { until } from '#test/support/connect-socket.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { type OpenRoom as Open, openRoom as openClassRoom, type Tab, useTabs } from '#test/support/live/live-room.ts'

let app: TestApp
const open = useTabs(async () => {
  app = await createTestApp()
  return app
})

const openRoom = () => openClassRoom(app, open)

const colours = { question: 'Which colour?', choices: ['Red', 'Green', 'Blue'] }
const makePoll = async ({ educator, params }: Open, more: object = { start: true }): Promise<OwnLivePoll> =>
  (await educator.call(api.liveTogether.makePoll, { params, body: { ...colours, ...more } })).poll
const vote = (who: TestUser, poll: OwnLivePoll, ...choices: number[]) =>
  who.call(api.liveTogether.vote, { params: { pollId: poll._id }, body: { choices } })
const votesOf = ({ choices }: LivePoll) => choices.map(({ votes }) => votes)
const lastPoll = (tab: Tab) => (tab.got('poll').at(-1) as { poll: LivePoll } | undefined)?.poll

describe('a question in the chat', () => {
  test('is marked by its author or the educator, answered by the educator alone; others get a message with one more field', async () => {
    const { educator, params, roomId, asha, ravi, host } = await openRoom()
    const sent = (await asha.send('send-message', { message: 'Why?', question: true, roomId })) as SentMessage
    const { message: plain } = (await asha.write(roomId, 'And how?')) as SentMessage
    await until(() => ravi.got('receive-message').length === 2)
    expect(ravi.got('receive-message')).toEqual([{ ...sent.message, question: 'open' }, plain])
    expect(Object.keys(plain)).not.toContain('question')
    const mark = (who: TestUser, { _id: messageId }: LiveMessage, question: 'open' | 'answered' | 'none') =>
      who.call(api.liveTogether.mark, { params: { ...params, messageId }, body: { question } })
    const list = (who: TestUser) => who.call(api.liveTogether.questions, { params })
    await mark(asha.who, plain, 'open')
    await until(() => host.got('message-marked').length === 1)
    expect(host.got('message-marked')).toEqual([{ ...plain, question: 'open' }])
    await expectProblem(mark(ravi.who, plain, 'none'), 403, 'forbidden')
    await expectProblem(mark(asha.who, plain, 'answered'), 403, 'forbidden')
    await mark(educator, sent.message, 'answered')
    await expectProblem(mark(asha.who, sent.message, 'none'), 403, 'forbidden')
    const { questions, open, answered } = await list(ravi.who)
    expect(questions.map(({ message, question }) => [message, question])).toEqual([
      ['And how?', 'open'],
      ['Why?', 'answered'],
    ])
    expect([open, answered]).toEqual([1, 1])
    await mark(educator, plain, 'none')
    expect(await list(asha.who)).toMatchObject({ open: 0, answered: 1 })
  })
})

describe('a poll', () => {
  test('is seen when it starts; everyone votes once, and a second vote replaces the first', async () => {
    const room = await openRoom()
    const { educator, params, asha, ravi } = room
    const poll = await makePoll(room, {})
    expect(poll).toMatchObject({ state: 'draft', voters: 0, chosen: [] })
    expect((await asha.who.call(api.liveTogether.polls, { params })).polls).toEqual([])
    await expectProblem(vote(asha.who, poll, 0), 404, 'not_found')
    const at = { params: { pollId: poll._id } }
    await educator.call(api.liveTogether.changePoll, { ...at, body: { state: 'open' } })
    await until(() => lastPoll(asha)?.state === 'open')
    const answers = await Promise.all([vote(asha.who, poll, 0), vote(asha.who, poll, 0), vote(ravi.who, poll, 2)])
    expect(answers.map((answer) => answer.poll.chosen)).toEqual([[0], [0], [2]])
    await vote(asha.who, poll, 1)
    await until(() => String(lastPoll(ravi)?.choices.map(({ votes }) => votes)) === '0,1,1')
    expect(lastPoll(ravi)).toMatchObject({ voters: 2 })
    expect(JSON.stringify(ravi.got('poll'))).not.toContain(asha.who.user._id)
    await educator.call(api.liveTogether.changePoll, { ...at, body: { state: 'closed' } })
    await expectProblem(vote(ravi.who, poll, 0), 409, 'poll_closed')
    await expectProblem(
      educator.call(api.liveTogether.changePoll, { ...at, body: { state: 'open' } }),
      409,
      'poll_closed',
    )
    await educator.call(api.liveTogether.deletePoll, at)
    await until(() => asha.got('poll-deleted').length === 1)
    expect((await asha.who.call(api.liveTogether.polls, { params })).polls).toEqual([])
  })

  test('shows its results after closing where it says so, to hosts too', async () => {
    const room = await openRoom()
    const { educator, params, asha } = room
    const poll = await makePoll(room, { start: true, resultsAtOnce: false, several: true })
    expect(votesOf((await vote(asha.who, poll, 2, 0, 2)).poll)).toEqual([null, null, null])
    const [seen] = (await educator.call(api.liveTogether.polls, { params })).polls
    expect([seen?.voters, seen && votesOf(seen)]).toEqual([1, [null, null, null]])
    await educator.call(api.liveTogether.changePoll, { params: { pollId: poll._id }, body: { state: 'closed' } })
    await until(() => lastPoll(asha)?.state === 'closed')
    expect(lastPoll(asha)).toMatchObject({ voters: 1, choices: [{ votes: 1 }, { votes: 0 }, { votes: 1 }] })
  })

  test('is for those in the room; only hosts make, close and delete it', async () => {
    const room = await openRoom()
    const { params, asha, late } = room
    const poll = await makePoll(room)
    const at = { params: { pollId: poll._id } }
    const stranger = await app.makeUser()
    await expectProblem(vote(late, poll, 0), 409, 'not_in_room')
    await expectProblem(late.call(api.liveTogether.polls, { params }), 409, 'not_in_room')
    await expectProblem(late.call(api.liveTogether.questions, { params }), 409, 'not_in_room')
    await expectProblem(vote(stranger, poll, 0), 403, 'not_enrolled_live')
    for (const change of [
      () => asha.who.call(api.liveTogether.makePoll, { params, body: colours }),
      () => asha.who.call(api.liveTogether.changePoll, { ...at, body: { state: 'closed' } }),
      () => asha.who.call(api.liveTogether.deletePoll, at),
    ])
      await expectProblem(change(), 403, 'forbidden')
    const { participants } = await room.host.enter(room.roomId)
    const peer = participants.find(({ userId }) => userId === asha.who.user._id)
    await room.host.send('set-role', { roomId: room.roomId, peerId: peer?.peerId, role: 'cohost' })
    await asha.who.call(api.liveTogether.makePoll, { params, body: colours })
    await room.educator.call(api.live.end, { params })
    await expectProblem(vote(asha.who, poll, 0), 409, 'live_not_on')
  })

  test('of one user takes no flood of votes, and a session no flood of polls', async () => {
    const room = await openRoom()
    const poll = await makePoll(room)
    const answers = await Promise.allSettled(Array.from({ length: 60 }, () => vote(room.asha.who, poll, 1)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
    expect((await vote(room.ravi.who, poll, 1)).poll.voters).toBe(2)
    for (let made = 1; made < 30; made++) await makePoll(room, {})
    await expectProblem(makePoll(room), 409, 'live_full')
  })

  test('is refused without a question or enough choices, with too many or too long ones, and with an unknown field', async () => {
    const room = await openRoom()
    for (const wrong of [
      { question: ' ' },
      { question: 'a'.repeat(201) },
      { choices: ['Yes'] },
      { choices: Array.from({ length: 9 }, String) },
      { choices: ['Yes', ''] },
      { choices: ['Yes', 'a'.repeat(101)] },
      { anonymous: false },
    ]) {
      const body = { ...colours, ...wrong } as typeof colours
      const made = room.educator.call(api.liveTogether.makePoll, { params: room.params, body })
      await expectProblem(made, 400, 'invalid_input')
    }
  })

  test('refuses a vote for nothing, for what is no choice, and for two where one is asked for', async () => {
    const room = await openRoom()
    const poll = await makePoll(room)
    const wrongVotes: unknown[][] = [[], [3], [0, 1], [-1], [0.5], ['0']]
    for (const choices of wrongVotes as number[][])
      await expectProblem(vote(room.asha.who, poll, ...choices), 400, 'invalid_input')
  })
})

test('refuses unknown marks of a question, and unknown states of a poll', async () => {
  const room = await openRoom()
  const poll = await makePoll(room)
  const { message } = (await room.asha.write(room.roomId, 'Why?')) as SentMessage
  const marked = { params: { ...room.params, messageId: message._id } }
  const changed = { params: { pollId: poll._id } }
  const unknown: unknown[] = ['open ', '', null]
  for (const wrong of unknown as 'open'[]) {
    const mark = room.educator.call(api.liveTogether.mark, { ...marked, body: { question: wrong } })
    await expectProblem(mark, 400, 'invalid_input')
    const change = room.educator.call(api.liveTogether.changePoll, { ...changed, body: { state: wrong } })
    await expectProblem(change, 400, 'invalid_input')
  }
  const mark = room.educator.call(api.liveTogether.mark, { ...marked, body: { question: 'closed' as 'open' } })
  await expectProblem(mark, 400, 'invalid_input')
})

test('reactions come as numbers to everyone in the room; floods are refused, and nothing is kept', async () => {
  const { roomId, host, asha, ravi } = await openRoom()
  for (const tab of [asha, ravi]) expect(await tab.send('react', { roomId, reaction: 'agree' })).toEqual({ ok: true })
  const all = () => host.got('reactions') as { counts: { reaction: string; count: number }[] }[]
  await until(
    () =>
      all()
        .flatMap(({ counts }) => counts)
        .reduce((sum, { count }) => sum + count, 0) === 2,
  )
  expect(new Set(all().flatMap(({ counts }) => counts.map(({ reaction }) => reaction)))).toEqual(new Set(['agree']))
  expect(JSON.stringify(all())).not.toContain(asha.who.user._id)
  expect(asha.got('reactions').length).toBeGreaterThan(0)
  const flood = await Promise.all(Array.from({ length: 20 }, () => ravi.send('react', { roomId, reaction: 'laugh' })))
  expect(flood.filter(({ ok }) => ok).length).toBeLessThanOrEqual(6)
  for (const wrong of [{ reaction: 'other' }, { reaction: '👍' }, {}])
    expect(await asha.send('react', { roomId, ...wrong })).toMatchObject({ ok: false, code: 'invalid_input' })
  expect(await asha.send('react', { roomId: 'elsewhere', reaction: 'agree' })).toMatchObject({ code: 'not_in_room' })
})

test('who waits for their admission reads nothing of the room', async () => {
  const room = await openRoom()
  await room.host.send('set-room', { roomId: room.roomId, waitingRoom: true })
  const waiting = await open(room.late)
  expect(await waiting.join(room.roomId, { forwarded: true })).toMatchObject({ waiting: true })
  for (const call of [api.liveTogether.polls, api.liveTogether.questions])
    await expectProblem(room.late.call(call, { params: room.params }), 409, 'not_in_room')
})

describe('the notes of a session', () => {
  const save = (who: TestUser, { params }: Open, text: string, version?: string) =>
    who.call(api.liveTogether.saveNotes, { params, body: { text, version } })

  test('are read live by everyone in the room, and stay with the lecture until the educator deletes them', async () => {
    const room = await openRoom()
    const { educator, params, asha, late } = room
    const first = await save(educator, room, '# Today\r\n\r\nWindows')
    expect(first.text).toBe('# Today\n\nWindows')
    await until(() => asha.got('live-notes').length === 1)
    expect(asha.got('live-notes')).toEqual([{ roomId: room.roomId, notes: first }])
    await expectProblem(save(asha.who, room, 'Mine'), 403, 'forbidden')
    await expectProblem(save(educator, room, 'Other', 'A'.repeat(22)), 409, 'changed_elsewhere')
    await educator.call(api.live.end, { params })
    const { version } = await save(educator, room, 'Edited', first.version)
    expect(await late.call(api.liveTogether.notes, { params })).toEqual({ text: 'Edited', version, mayEdit: false })
    await expectProblem(late.call(api.liveTogether.saveNotes, { params, body: { text: '' } }), 409, 'live_not_on')
    await save(educator, room, '')
    expect(await educator.call(api.liveTogether.notes, { params })).toMatchObject({ text: '', mayEdit: true })
    await expectProblem((await app.makeUser()).call(api.liveTogether.notes, { params }), 403, 'not_enrolled_live')
    await expectProblem(late.call(api.liveTogether.notes, { params: { lectureId: room.roomId } }), 404, 'not_found')
  })

  test('stand in the lecture for those who attend it, not for visitors of a free preview', async () => {
    const room = await openRoom()
    const { lectureId } = room.params
    await save(room.educator, room, 'Of us')
    await app.deps.db.updateTable('lectures').set({ is_preview_free: true }).where('id', '=', lectureId).execute()
    const contentFor = (who: TestUser) => who.call(api.lectures.content, { params: room.params })
    for (const who of [room.late, room.educator]) expect(await contentFor(who)).toMatchObject({ liveNotes: 'Of us' })
    expect(await contentFor(await app.makeUser())).not.toHaveProperty('liveNotes')
    const { lectures } = await room.late.call(api.lectures.list, { params: { courseId: room.course._id } })
    expect(lectures).toMatchObject([{ _id: lectureId, hasContent: true }])
  })

  test('are refused when they are too long or no text', async () => {
    const room = await openRoom()
    for (const text of ['x'.repeat(20_001), null, ['x']] as string[])
      await expectProblem(save(room.educator, room, text), 400, 'invalid_input')
  })
})
