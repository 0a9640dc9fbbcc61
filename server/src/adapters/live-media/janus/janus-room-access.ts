import { createHmac } from 'node:crypto'
import type { Jsep } from 'janode/plugins/videoroom'
import { type MediaDescription, MediaFailure } from '#ports/live-media.ts'
import { inTime, type JanusLink, messageOf } from './janus-link.ts'

/** What opens a room of Janus: the secret changes it, with the PIN one takes part. */
export type RoomAccess = { room: number; secret: string; pin: string }
export type JanusRoom = {
  link: JanusLink
  access: RoomAccess
  /** folder of its recordings on the media server */
  recordings: string | undefined
}

/** Secret and PIN of a room, which every process makes from the secret of the server. */
export function accessTo(room: number, apiSecret: string): RoomAccess {
  const keyFor = (use: string) => createHmac('sha256', apiSecret).update(`${use} of room ${room}`).digest('base64url')
  return { room, secret: keyFor('secret'), pin: keyFor('pin') }
}

/** An error of the plugin has its code: those from 421 on are about what was asked for (`janus_videoroom.c`). */
export const codeOf = (error: unknown): number | undefined => {
  const code = (error as { _code?: unknown } | null)?._code // set by janode
  return typeof code === 'number' ? code : undefined
}

/** An error of the plugin, or one of the core (`apierror.h`), except that session or handle are gone. */
const isFromJanus = (error: unknown): boolean =>
  codeOf(error) !== undefined || /^(?!458|459)\d{3} /.test(messageOf(error))

/** True for a failure of `ask` because the room is not there (code 426 of the plugin, with which its message begins). */
export const isNoSuchRoom = (error: unknown): boolean =>
  error instanceof MediaFailure && error.message.startsWith('426')

/** Waits for an answer of Janus. Throws MediaFailure. */
export async function ask<T>(request: Promise<T>): Promise<T> {
  try {
    return await inTime(request)
  } catch (error) {
    throw new MediaFailure(isFromJanus(error) ? 'refused' : 'away', messageOf(error))
  }
}

export function requireJsep(jsep: Jsep | undefined): MediaDescription {
  if (!jsep) throw new MediaFailure('refused', 'Janus gave no description')
  return { type: jsep.type, sdp: jsep.sdp }
}
