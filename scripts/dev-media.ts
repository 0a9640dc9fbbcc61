import { type JanusServer, janusMissing, startJanus } from '../server/test/support/services/janus-server.ts'

/** A media server for the time of a command, and the variables with which the server uses it. */
export type DevMedia = { env: Record<string, string>; stop(): Promise<void> }

/**
 * Starts Janus as the tests do, so that live classes of more than six people work under `npm run dev`. Where it is not installed, or the
 * developer has set `LIVE_MEDIA`, nothing is started; `say` gets what was done.
 */
export async function startDevMedia(
  given: Record<string, string | undefined>,
  say: (line: string) => void,
  missing = janusMissing(),
): Promise<DevMedia> {
  const none = { env: {}, stop: async () => {} }
  if (given.LIVE_MEDIA) return none
  if (missing !== null) {
    say(`Live rooms are for six people here: ${missing}.`)
    return none
  }
  let janus: JanusServer
  try {
    janus = await startJanus(60)
  } catch (error) {
    say(`Live rooms are for six people here: ${error instanceof Error ? error.message : String(error)}`)
    return none
  }
  say(`Janus runs at ${janus.url} for live classes and their recordings (with LIVE_MEDIA=mesh it is not started).`)
  return {
    env: {
      LIVE_MEDIA: 'janus',
      JANUS_URL: `dev=${janus.url}`,
      JANUS_API_SECRET: janus.secret,
      JANUS_RECORDINGS_DIR: janus.recordings,
    },
    stop: janus.close,
  }
}
