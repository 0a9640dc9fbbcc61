import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadEnvFile } from './env-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'vc-env-'))
afterAll(() => rmSync(folder, { recursive: true }))
let count = 0
const file = (content: string): string => {
  const path = join(folder, `${++count}.env`)
  writeFileSync(path, content)
  return path
}
const load = (env: NodeJS.ProcessEnv, documented = join(folder, 'none')) => ({
  file: loadEnvFile(env, documented),
  env,
})

test('the named file is read, else the documented one, and the environment counts', () => {
  const named = file('DATA_DIR=/named\nexport PORT=1\nMAIL_FROM="Shop #1 <a@b.example>" # sender\n')
  const documented = file('DATA_DIR=/documented\n')
  expect(load({ ENV_FILE: named, PORT: '2' }, documented)).toEqual({
    file: named,
    env: { ENV_FILE: named, PORT: '2', DATA_DIR: '/named', MAIL_FROM: 'Shop #1 <a@b.example>' },
  })
  expect(load({}, documented)).toEqual({ file: documented, env: { DATA_DIR: '/documented' } })
  expect(load({ NODE_ENV: 'production' }, documented).env.DATA_DIR).toBe('/documented')
  expect(load({ ENV_FILE: '/dev/null' }, documented).env.DATA_DIR).toBeUndefined()
})

test('development and tests beside an installation do not get its database', () => {
  const documented = file('DATABASE_URL=postgres://courses@db/courses\n')
  for (const NODE_ENV of ['test', 'development'])
    expect(load({ NODE_ENV }, documented)).toEqual({ file: undefined, env: { NODE_ENV } })
})

test('a file that is not there, and a value that would be cut, are refused', () => {
  expect(() => load({ ENV_FILE: join(folder, 'away') })).toThrow(/^ENV_FILE: there is no file/)
  for (const line of ['DATABASE_URL=postgres://u:pa#ss@db/c', 'export CODE_SECRET=ab#c', 'CODE_SECRET = b#'])
    expect(() => load({ ENV_FILE: file(`PORT=1 # port\n${line}\n`) })).toThrow(/has a "#", with which a comment begins/)
})

test('a line that is no setting is refused, and named without its text, which may be a secret', () => {
  for (const [number, content] of [
    [1, 'NODE_ENV production\n'],
    [3, '# site\n\nPAYOUT_SECRET: abc\nPORT=1\n'],
    [2, 'PAYOUT_SECRET="abc\ndef"\n'],
  ] as const) {
    const named = file(content)
    expect(() => load({ ENV_FILE: named })).toThrow(
      `ENV_FILE: line ${number} of ${named} is no setting: write NAME=value`,
    )
  }
  expect(load({ ENV_FILE: file('\n  # a comment\n export MAIL_FROM = a@b.example\r\n\t\n') }).env.MAIL_FROM).toBe(
    'a@b.example',
  )
})
