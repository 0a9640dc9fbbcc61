import type { LiveMedia } from '#ports/live-media.ts'

/** Media go from browser to browser (specification, section 9): the server only relays signals. */
export const meshMedia: LiveMedia = { forwards: false }
