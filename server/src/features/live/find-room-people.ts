import type { Participant } from '@virtual-courses/contract'
import type { Executor } from '#core/executor.ts'
import { findPeople } from './participant-queries.ts'
import { presentPerson } from './present.ts'
import { findEducator } from './queries.ts'

/** Who is in a room, in the order in which they came. */
export async function findRoomPeople(on: Executor, roomId: string): Promise<Participant[]> {
  const educatorId = await findEducator(on, roomId)
  return (await findPeople(on, roomId)).map((person) => presentPerson(person, educatorId))
}
