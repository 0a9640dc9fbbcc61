import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cleanUploads, deleteOldUploads } from './upload-space.ts'

let folder: string
const now = new Date()
const leave = (name: string, minutesAgo: number): void => {
  writeFileSync(join(folder, name), 'half a video')
  const then = new Date(now.getTime() - minutesAgo * 60_000)
  utimesSync(join(folder, name), then, then)
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'uploads-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('files that were not written to for a while are deleted, others are kept', async () => {
  leave('old', 61)
  leave('running', 1)
  mkdirSync(join(folder, 'new-folder'))
  expect(await deleteOldUploads(folder, 3600_000, now)).toBe(1)
  expect(readdirSync(folder).sort()).toEqual(['new-folder', 'running'])
})

test('a missing folder counts as clean', async () => {
  expect(await deleteOldUploads(join(folder, 'none'), 0, now)).toBe(0)
})

test('the start after a kill deletes all files, unless another process may be using them', async () => {
  const app = Fastify()
  leave('of-a-minute-ago', 1)
  await cleanUploads(app, folder, false)
  expect(readdirSync(folder)).toEqual(['of-a-minute-ago'])
  await cleanUploads(app, folder, true)
  expect(readdirSync(folder)).toEqual([])
  await app.close()
})
