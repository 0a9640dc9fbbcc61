import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { startProgram, survives } from '../testing/program.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const module = pathToFileURL(join(import.meta.dirname, 'end-with-npm.mjs')).href

/** A stand-in for npm: it runs a script through a shell that stays between them, as dash does. */
function startNpm() {
  const folder = temporaryFolder({
    'script.mjs': `
      import { endWithNpm } from '${module}'
      endWithNpm()
      process.on('SIGTERM', () => { console.log('draining'); process.exit(0) })
      setTimeout(() => {}, 60_000)
      console.log('script', process.pid, 'shell', process.ppid)`,
    'npm.mjs': `
      import { spawn } from 'node:child_process'
      spawn('sh', ['-c', '"$NODE" script.mjs; true'], { cwd: import.meta.dirname, stdio: 'inherit' })
      setTimeout(() => {}, 60_000)`,
  })
  const env = { NODE: process.execPath, npm_lifecycle_event: 'start' }
  return startProgram(process.execPath, [join(folder, 'npm.mjs')], env)
}

test('a script drains when the shell between it and npm has died', async () => {
  const npm = startNpm()
  const [, script, shell] = await npm.printed(/script (\d+) shell (\d+)/)
  process.kill(Number(shell), 'SIGTERM')
  await npm.printed(/draining/)
  expect(await survives(Number(script))).toBe(false)
})

test.runIf(process.platform === 'linux')('it does so when npm is killed outright', async () => {
  const npm = startNpm()
  const [, script] = await npm.printed(/script (\d+)/)
  npm.child.kill('SIGKILL')
  expect(await survives(Number(script))).toBe(false)
})
