import { createHmac } from 'node:crypto'
import type { Jsep } from 'janode/plugins/videoroom'
import { type MediaDescription, MediaFailure } from '#ports/live-media.ts'
import { inTime, type JanusLink, messageOf } from './janus-link.ts'
import type { Reach } from './watch-reach.ts'

/** What opens a room of Janus: the secret changes it, with the PIN one takes part. */
export type RoomAccess = { room: number; secret: string; pin: string }
export type JanusRoom = {
  link: JanusLink
  reach: Reach
  access: RoomAccess
  /** folder of its recordings on the media server */
  recordings: string | undefined
}

/** Secret and PIN of a room, which every process makes from the secret of the server. */
export function accessTo(room: number, apiSecret: string): RoomAccess {
  const keyFor = (use: string) => createHmac('sha256', apiSecret).update(`${use} of room ${room}`).digest('base64url')
  return { room, secret: keyFor('secret'), pin: keyFor('pin') }
}

/**
 * The code with which janode begins the message of an error of Janus: of the plugin (`janus_videoroom.c`, from 421 on: about what was
 * asked for) or of the core (`apierror.h`). Undefined for what Janus did not say.
 */
export const codeOf = (error: unknown): number | undefined => {
  const code = /^(\d{3}) /.exec(messageOf(error))?.[1]
  return code === undefined ? undefined : Number(code)
}

/** Codes of the core: the session, or the handle, is gone. */
const goneCodes: readonly (number | undefined)[] = [458, 459]
/** Code of the plugin: there is no such room. */
const noSuchRoom = 426

const isAnsweredError = (error: unknown): boolean => codeOf(error) !== undefined && !goneCodes.includes(codeOf(error))

/** True for a failure of `ask` because the room is not there. */
export const isNoSuchRoom = (error: unknown): boolean => error instanceof MediaFailure && codeOf(error) === noSuchRoom

/** Waits for an answer of Janus. Throws MediaFailure. */
export async function ask<T>(request: Promise<T>): Promise<T> {
  try {
    return await inTime(request)
  } catch (error) {
    throw new MediaFailure(isAnsweredError(error) ? 'refused' : 'away', messageOf(error))
  }
}

export function requireJsep(jsep: Jsep | undefined): MediaDescription {
  if (!jsep) throw new MediaFailure('refused', 'Janus gave no description')
  return { type: jsep.type, sdp: jsep.sdp }
}
