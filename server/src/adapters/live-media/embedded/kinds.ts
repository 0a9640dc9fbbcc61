export type FeedKind = 'audio' | 'camera' | 'screen' | 'screenAudio'

export const isSound = (kind: FeedKind): boolean => kind === 'audio' || kind === 'screenAudio'

/** Fixed for every subscriber, so that one packet is written once and sent to all. */
export const payloadTypes = { audio: 111, video: 96 }
