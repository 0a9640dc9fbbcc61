import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from './project-root.ts'
import { nodeArguments } from './server-process.ts'
import { TASKS, taskHelp } from './tasks.mjs'
import { oldNode, startProgram } from './testing/program.ts'

const entry = join(import.meta.dirname, 'run.mjs')

test.each([[['nope']], [[]], [['constructor']]])('%j prints the list of tasks, even by an old Node', async (args) => {
  const program = startProgram(oldNode() ?? process.execPath, [entry, ...args])
  expect((await program.ending).code).toBe(1)
  for (const name of Object.keys(TASKS)) expect(program.output()).toContain(`  ${name} `)
})

test('an unknown task is named', () => {
  expect(taskHelp('nope')).toContain('There is no task "nope"')
})

test('every task has its function, and every npm script is a task', async () => {
  for (const { module, run = 'run' } of Object.values(TASKS))
    expect(await import(join(import.meta.dirname, module))).toHaveProperty(run, expect.any(Function))
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  const argumentsOf = (name: string) => (name === 'start' ? nodeArguments : [])
  const commandOf = (name: string) => ['node', ...argumentsOf(name), 'scripts/run.mjs', name].join(' ')
  const expected = Object.keys(TASKS).map((name) => [name, commandOf(name)])
  expect(scripts).toEqual(Object.fromEntries(expected))
})
