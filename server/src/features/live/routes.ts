import { api } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { calendarOf } from './calendar.ts'
import { endOwnSession } from './end-session.ts'
import { iceServersFor } from './ice-servers.ts'
import { listMessages } from './list-messages.ts'
import { openRoom } from './open-room.ts'
import { presentSession } from './present.ts'
import { requireAttendance } from './require-attendance.ts'
import { scheduleSession } from './schedule-session.ts'
import { startSession } from './start-session.ts'

/** The calls of live sessions. */
export function serveLive(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.educator,
    api.live.start,
  )(async ({ params, viewer }) => ({
    roomId: await startSession(deps, viewer.id, params.lectureId),
    message: 'Live session started!',
  }))

  serve(
    routes.signedIn,
    api.live.join,
  )(async ({ params, viewer }) => ({ roomId: await openRoom(deps, params.lectureId, viewer) }))

  serve(
    routes.educator,
    api.live.end,
  )(async ({ params, viewer }) => {
    await endOwnSession(deps, viewer.id, params.lectureId)
    return { message: 'Live session ended' }
  })

  serve(
    routes.educator,
    api.live.schedule,
  )(async ({ params, body, viewer }) => scheduleSession(deps, viewer.id, params.lectureId, body.liveStartTime))

  serve(
    routes.signedIn,
    api.live.session,
  )(async ({ params, viewer }) =>
    presentSession(await requireAttendance(deps.db, params.lectureId, viewer), deps.clock.now()),
  )

  serve(
    routes.signedIn,
    api.live.ice,
  )(async ({ params, viewer, setHeader }) => {
    await requireAttendance(deps.db, params.lectureId, viewer)
    setHeader('cache-control', 'no-store')
    return iceServersFor(deps.config, viewer.id, deps.clock.now())
  })

  serve(
    routes.signedIn,
    api.live.messages,
  )(async ({ params, query, viewer }) => listMessages(deps, params.lectureId, viewer, query.before))

  serve(
    routes.signedIn,
    api.live.calendar,
  )(async ({ params, viewer }) => {
    const { lecture } = await requireAttendance(deps.db, params.lectureId, viewer)
    if (lecture.live_state !== 'scheduled' || !lecture.live_start_time)
      throw new DomainError('live_not_on', 'There is no scheduled session to put into a calendar')
    return {
      kind: 'text',
      text: calendarOf(lecture, lecture.live_start_time, deps.config.publicUrl, deps.clock.now()),
      contentType: 'text/calendar; charset=utf-8',
      headers: {
        'content-disposition': 'attachment; filename="live-session.ics"',
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
    }
  })
}
