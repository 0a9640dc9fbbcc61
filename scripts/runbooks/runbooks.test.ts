import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../project-root.ts'
import { TASKS } from '../tasks.mjs'
import { followedPages, otherPages, readBlocks } from './read-runbooks.ts'

const blocks = [...followedPages, ...otherPages].flatMap(readBlocks)

test('every runbook with commands is followed, or named as one that is not', () => {
  const pages = readdirSync(join(projectRoot, 'docs/runbooks')).map((name) => `runbooks/${name}`)
  const withCommands = pages.filter((page) => readBlocks(page).length > 0)
  const known: readonly string[] = [...followedPages, ...otherPages]
  expect(withCommands.filter((page) => !known.includes(page) && page !== 'runbooks/transcriber.md')).toEqual([])
})

test('blocks of commands are commands: a shell reads them, and settings stand in blocks of their own', () => {
  for (const { page, line, text } of blocks) {
    expect(() => execFileSync('bash', ['-n'], { input: text, stdio: 'pipe' }), `${page}:${line}`).not.toThrow()
    const isSettings = text.split('\n').every((one) => /^[A-Z0-9_]+=\S*( +#.*)?$/.test(one))
    expect(isSettings, `${page}:${line} is no command`).toBe(false)
  }
})

test('no command is that of the database by the name of its user, which Debian refuses to root', () => {
  for (const { page, line, text } of blocks) expect(text, `${page}:${line}`).not.toMatch(/psql -U postgres/)
})

test('files and commands of the project that are named in them exist', () => {
  for (const { page, line, text } of blocks) {
    for (const [path] of text.matchAll(/\bdeploy\/[\w@./-]+/g))
      expect(existsSync(join(projectRoot, path)), `${page}:${line} names ${path}`).toBe(true)
    for (const [, task = ''] of text.matchAll(/\bnpm run ([\w:-]+)/g))
      expect(Object.keys(TASKS), `${page}:${line}`).toContain(task)
  }
})
