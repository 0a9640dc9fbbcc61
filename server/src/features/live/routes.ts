import { msg } from '@lingui/core/runtime-macro'
import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import { exportAttendance, readAttendance, setAttendanceRule } from './attendance/read-attendance.ts'
import { endOwnSession } from './end-session.ts'
import { getCalendar } from './get-calendar.ts'
import { openRoom, startSession } from './open-session.ts'
import { presentSession } from './present.ts'
import { canRecord } from './recording/record-session.ts'
import { findRecordingSince } from './recording/recording-queries.ts'
import { serveRecordings } from './recording/routes.ts'
import { requireAttendance } from './room/attendance.ts'
import type { KnownMessages } from './room/catch-up.ts'
import { iceServersFor } from './room/ice-servers.ts'
import { listMessages } from './room/messages.ts'
import { scheduleSession } from './schedule-session.ts'

/** The endpoints of live sessions. */
export function serveLive(routes: Routes, deps: FeatureDeps, known: KnownMessages): void {
  serveRecordings(routes, deps)
  serve(
    routes.educator,
    api.live.start,
  )(async ({ params, viewer, say }) => ({
    roomId: await startSession(deps, viewer.id, params.lectureId),
    message: say(msg`Live session started!`),
  }))

  serve(
    routes.signedIn,
    api.live.join,
  )(async ({ params, viewer, say }) => ({ roomId: await openRoom(deps, params.lectureId, viewer, say) }))

  serve(
    routes.educator,
    api.live.end,
  )(async ({ params, viewer, say }) => {
    await endOwnSession(deps, viewer.id, params.lectureId)
    return { message: say(msg`Live session ended`) }
  })

  serve(
    routes.educator,
    api.live.schedule,
  )(async ({ params, body, viewer, say }) => {
    const scheduled = await scheduleSession(deps, viewer.id, params.lectureId, body)
    return { ...scheduled, message: say(scheduled.message) }
  })

  serve(
    routes.signedIn,
    api.live.session,
  )(async ({ params, viewer }) => {
    const attended = await requireAttendance(deps.db, params.lectureId, viewer)
    const capacity = { most: deps.settings.current().livePeople, forwards: deps.liveMedia.forwards }
    const recording = await findRecordingSince(deps.db, params.lectureId)
    return presentSession(attended, deps.clock.now(), { capacity, recording, canRecord: canRecord(deps.config) })
  })

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
  )(async ({ params, query, viewer }) => listMessages({ ...deps, known }, params.lectureId, viewer, query.before))

  serve(
    routes.signedIn,
    api.live.calendar,
  )(async ({ params, say, viewer }) => ({
    kind: 'text',
    text: await getCalendar(deps, params.lectureId, viewer, say),
    contentType: 'text/calendar; charset=utf-8',
    headers: {
      'content-disposition': 'attachment; filename="live-session.ics"',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  }))

  serve(
    routes.educator,
    api.liveAttendance.read,
  )(({ params, query, viewer }) => readAttendance(deps, viewer.id, params.lectureId, query.session))

  serve(
    routes.educator,
    api.liveAttendance.set,
  )(async ({ params, body, viewer, say }) => ({
    ...(await setAttendanceRule(deps, viewer.id, params.lectureId, body)),
    message: say(msg`What counts was saved`),
  }))

  serve(
    routes.educator,
    api.liveAttendance.csv,
  )(({ params, viewer, say }) => exportAttendance(deps, viewer.id, params.lectureId, say))
}
