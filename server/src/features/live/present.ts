import {
  type LiveMessage,
  type LiveSession,
  maxSpeakers,
  type Participant,
  type RoomStatus,
  type WaitingPerson,
} from '@virtual-courses/contract'
import { photoUrlOf } from '../accounts/index.ts'
import type { SessionRow } from './queries.ts'
import type { Attended } from './room/attendance.ts'
import type { MessageRow } from './room/message-queries.ts'
import type { findParticipants } from './room/participant-queries.ts'

/** As many as the operator lets in, and whether media are forwarded to them. */
type Capacity = Pick<LiveSession['capacity'], 'most' | 'forwards'>

type Beside = { capacity: Capacity; recording: Date | null; canRecord: boolean }

export const presentSession = ({ lecture, as }: Attended, now: Date, { capacity, ...beside }: Beside): LiveSession => ({
  lectureId: lecture.id,
  lectureTitle: lecture.title,
  courseId: lecture.course_id,
  courseTitle: lecture.course_title,
  liveState: lecture.live_state,
  liveStartTime: lecture.live_start_time?.toISOString() ?? null,
  isOwner: as === 'owner',
  now: now.toISOString(),
  capacity: { ...capacity, students: as === 'owner' ? lecture.enrolment_count : null },
  recording: beside.recording && { startedAt: beside.recording.toISOString() },
  canRecord: beside.canRecord,
})

export const presentMessage = (row: MessageRow): LiveMessage => ({
  _id: row.id,
  message: row.message,
  sender: row.name,
  senderId: row.user_id,
  timestamp: row.created_at.toISOString(),
  ...(row.question && { question: row.question }),
})

type MemberRow = Awaited<ReturnType<typeof findParticipants>>[number]

export const presentParticipant = (row: MemberRow): Participant => ({
  peerId: row.peer_id,
  userId: row.user_id,
  name: row.name,
  photoUrl: photoUrlOf(row.photo_id),
  isEducator: row.is_educator,
  role: row.is_educator ? 'educator' : row.role,
  handRaised: row.hand_raised,
  audio: row.audio,
  video: row.video,
  screen: row.screen,
  connected: row.connected,
})

export const presentWaiting = (row: MemberRow): WaitingPerson => ({
  peerId: row.peer_id,
  userId: row.user_id,
  name: row.name,
  photoUrl: photoUrlOf(row.photo_id),
})

export const presentRoom = (
  { media, locked, waiting_room, board_shown, board_speakers_draw }: SessionRow,
  recording: { started_at: Date } | undefined,
): RoomStatus => ({
  media,
  locked,
  waitingRoom: waiting_room,
  recording: recording ? { startedAt: recording.started_at.toISOString() } : null,
  maxSpeakers,
  board: board_shown ? { speakersDraw: board_speakers_draw } : null,
})
