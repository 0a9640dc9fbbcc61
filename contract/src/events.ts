import { liveBoardEvents } from './live/board.ts'
import { liveEvents } from './live/sessions.ts'
import { liveTogetherEvents } from './live/together.ts'
import { notificationEvents } from './notifications.ts'
import { videoEvents } from './video/videos.ts'

/** All events that the server sends over the socket, by noun. */
export const events = {
  notifications: notificationEvents,
  live: liveEvents,
  liveTogether: liveTogetherEvents,
  liveBoard: liveBoardEvents,
  videos: videoEvents,
}
