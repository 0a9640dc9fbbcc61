import { msg } from '@lingui/core/runtime-macro'
import {
  type BoardElement,
  type LiveRole,
  maxDrawnBytes,
  maxElementBytes,
  maxSpeakerVersion,
} from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { SessionRow } from '../queries.ts'
import { isHost } from '../rules.ts'

const tooLarge = () => new DomainError('invalid_input', msg`This is too much for one part of the whiteboard`)

/** Returns each element once, in its newest form. Throws `invalid_input` for one that is too large, and for too many of them. */
export function newestOf(elements: readonly BoardElement[]): BoardElement[] {
  const newest = new Map<string, BoardElement>()
  let all = 0
  for (const element of elements) {
    const bytes = Buffer.byteLength(JSON.stringify(element))
    all += bytes
    if (bytes > maxElementBytes || all > maxDrawnBytes) throw tooLarge()
    const other = newest.get(element.id)
    if (!other || isNewer(element, other)) newest.set(element.id, element)
  }
  return [...newest.values()]
}

type Version = Pick<BoardElement, 'version' | 'versionNonce'>

const isNewer = (one: Version, other: Version): boolean =>
  one.version > other.version || (one.version === other.version && one.versionNonce < other.versionNonce)

/** Whether someone of this role draws on the board of a session. */
export const mayDraw = (role: LiveRole, { board_speakers_draw }: Pick<SessionRow, 'board_speakers_draw'>): boolean =>
  isHost(role) || (role === 'speaker' && board_speakers_draw)

/** Order keys of those who are no hosts are so short, and so low, that there is room for a host's above and between them. */
const mostKey = 60
const lowKey = /^[A-Za-d]/

/** Whether an element can be replaced by hosts, and leaves room above it: what those who are no hosts may draw. */
export const leavesRoom = (element: BoardElement): boolean =>
  element.version <= maxSpeakerVersion &&
  (element.isDeleted || (element.index.length <= mostKey && lowKey.test(element.index)))
