import {
  api,
  type Course,
  type JoinedRoom,
  type JoinOptions,
  type Lecture,
  type Participant,
  type RoomError,
  type SentMessage,
  type WaitingReply,
} from '@virtual-courses/contract'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { connectSocket, listen, type TestSocket, until } from '../connect-socket.ts'
import type { TestApp, TestUser } from '../create-test-app.ts'
import { makeCourse, makeLecture } from '../make-course.ts'
import { buy } from '../sales/pay.ts'

export type Answer = { ok: true } | RoomError

/** A browser tab of a user, with its actions in rooms. */
export type Tab = TestSocket & {
  who: TestUser
  join(roomId: string, options?: JoinOptions): Promise<JoinedRoom | WaitingReply | RoomError>
  /** Joins and expects success. */
  enter(roomId: string, options?: JoinOptions): Promise<JoinedRoom>
  send(event: string, payload: unknown): Promise<Answer>
  write(roomId: string, message: string): Promise<SentMessage | RoomError>
  /** payloads of an event so far */
  got(event: string): unknown[]
  /** Waits until the participants of the room have these names. */
  sees(...names: string[]): Promise<Participant[]>
  /** Breaks the connection, like a closed laptop. */
  vanish(): void
}

export type LiveClass = { educator: TestUser; students: TestUser[]; course: Course; lecture: Lecture }

/** A free course with a lecture, and students who are enrolled in it. */
export async function makeClass(app: Pick<TestApp, 'makeUser'>, students = 2): Promise<LiveClass> {
  const educator = await app.makeUser('educator')
  const course = await makeCourse(educator, { title: 'SQL at work', price: 0 })
  const lecture = await makeLecture(educator, course._id, 'Window functions')
  const enrolled = await Promise.all(Array.from({ length: students }, () => app.makeUser()))
  for (const student of enrolled) await buy(student, course._id)
  return { educator, students: enrolled, course, lecture }
}

export const startLive = async ({ educator, lecture }: Pick<LiveClass, 'educator' | 'lecture'>): Promise<string> =>
  (await educator.call(api.live.start, { params: { lectureId: lecture._id } })).roomId

/** Connects like the browser of a user. */
export async function openTab(address: string, who: TestUser): Promise<Tab> {
  const line = await connectSocket(address, { cookie: who.cookie })
  const ask = (event: string, ...args: unknown[]) => line.socket.timeout(10_000).emitWithAck(event, ...args)
  const tab: Tab = {
    ...line,
    who,
    join: (roomId, options) => ask('join-room', roomId, ...(options ? [options] : [])),
    async enter(roomId, options) {
      const joined = await tab.join(roomId, options)
      if (!joined.ok) throw new Error(`not let in: ${joined.code} ${joined.message}`)
      if ('waiting' in joined) throw new Error('not let in: it waits')
      return joined
    },
    send: (event, payload) => ask(event, payload),
    write: (roomId, message) => ask('send-message', { roomId, message }),
    got: (event) => line.received.filter(([name]) => name === event).map(([, payload]) => payload),
    async sees(...names) {
      const last = () => (tab.got('participants').at(-1) as { participants: Participant[] } | undefined)?.participants
      await until(
        () =>
          last()
            ?.map(({ name }) => name)
            .join() === names.join(),
      )
      return last() ?? []
    },
    vanish: () => line.socket.io.engine.close(),
  }
  return tab
}

type OpenTab = (who: TestUser, roomId?: string) => Promise<Tab>

/**
 * Starts an application before the tests of a file, and returns the function that opens a tab of someone in it, who enters a room where one
 * is named; after each test all tabs are closed.
 */
export function useTabs(start: () => Promise<TestApp>): OpenTab {
  let app: TestApp
  let address: string
  const tabs: Tab[] = []
  beforeAll(async () => {
    app = await start()
    address = await listen(app.server)
  })
  afterEach(async () => {
    for (const { socket } of tabs.splice(0)) socket.disconnect()
    await until(() => app.sockets.count() === 0)
  })
  afterAll(() => app.close())
  return async (who, roomId) => {
    const tab = await openTab(address, who)
    tabs.push(tab)
    if (roomId !== undefined) await tab.enter(roomId)
    return tab
  }
}

/** A room with its educator and two students in it, and a third one outside. */
export async function openRoom(app: TestApp, open: OpenTab) {
  const made = await makeClass(app, 3)
  const roomId = await startLive(made)
  const [asha, ravi, late] = made.students as [TestUser, TestUser, TestUser] // three of them
  return {
    ...made,
    roomId,
    params: { lectureId: made.lecture._id },
    host: await open(made.educator, roomId),
    asha: await open(asha, roomId),
    ravi: await open(ravi, roomId),
    late,
  }
}
export type OpenRoom = Awaited<ReturnType<typeof openRoom>>
