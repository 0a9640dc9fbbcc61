import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { janusMissing } from '../server/test/support/services/janus-server.ts'
import { startDevMedia } from './dev-media.ts'

const missing = janusMissing()

test('a developer who has chosen how media travel, or has no Janus, gets none', async () => {
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  expect((await startDevMedia({ LIVE_MEDIA: 'mesh' }, say)).env).toEqual({})
  expect(said).toEqual([])
  expect((await startDevMedia({}, say, 'Janus is not installed')).env).toEqual({})
  expect(said).toEqual(['Live rooms are for six people here: Janus is not installed.'])
})

test.skipIf(missing !== null)('an installed Janus runs until it is stopped, and leaves nothing', async () => {
  const said: string[] = []
  const media = await startDevMedia({}, (line) => said.push(line))
  const folder = media.env.JANUS_RECORDINGS_DIR ?? ''
  expect(media.env).toMatchObject({ LIVE_MEDIA: 'janus' })
  expect(said.join()).toContain('Janus runs at ws://')
  expect(said.join()).not.toContain(media.env.JANUS_API_SECRET)
  expect(existsSync(folder)).toBe(true)
  await media.stop()
  expect(existsSync(folder)).toBe(false)
})
