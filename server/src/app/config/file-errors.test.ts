import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { explainFileError } from './file-errors.ts'

const failureOf = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

test('a folder of the site that is a file, or of another user, is explained by a sentence with its path', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vc-file-errors-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'data')
  writeFileSync(file, '')
  for (const path of [file, join(file, 'database')])
    expect(explainFileError(failureOf(() => mkdirSync(path, { recursive: true })))).toMatch(
      `${path}: something else than a folder is in its place`,
    )
  // the tests may run as root, to whom nothing is refused
  const refused = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path: '/srv/site/media' })
  expect(explainFileError(refused)).toBe(
    '/srv/site/media: this user may not write there: give the folder to the user of the site (chown -R), or start as that user (EACCES). DATA_DIR names the folder of the site.',
  )
})

test('a full disk is said as such where a file was open', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  expect(explainFileError(full)).toBe('a disk is full: make room there (ENOSPC)')
})

test('other errors are left as they are', () => {
  expect(explainFileError(new Error('no'))).toBeNull()
  expect(explainFileError(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))).toBeNull()
  expect(explainFileError('text')).toBeNull()
})
