import { parseArgs } from 'node:util'
import type { AppDeps } from '#app/create-deps.ts'
import { checkWholeStore, mayRemoveUnnamed } from '#features/media/index.ts'
import { readableBytes, runCommand, several, useDeps } from './with-deps.ts'

type Options = { 'dry-run'?: boolean | undefined; anyway?: boolean | undefined }

await runCommand(async (config) => {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' }, anyway: { type: 'boolean' } } })
  await useDeps(config, (deps) => check(deps, values))
}, 'A running server keeps the embedded database for itself, and checks its store by itself every night: see the page /admin/storage.')

async function check(deps: AppDeps, values: Options): Promise<void> {
  let steps = 0
  const reportProgress = (): void => {
    if (++steps % 100 === 0) console.log(`looked at about ${several(steps * 1000, 'object')} ...`)
  }
  const found = await checkWholeStore(deps, false, reportProgress)
  console.log(`The store has ${several(found.objects, 'object')}, ${readableBytes(found.bytes)}.`)
  console.log(
    `No row names ${several(found.unnamed, 'object')}, ${readableBytes(found.unnamedBytes)}, for a day or longer.`,
  )
  for (const key of found.unnamedKeys) console.log(`  ${key}`)
  console.log(`The bytes of ${several(found.missing, 'row')} are not in the store.`)
  for (const key of found.missingKeys) console.log(`  ${key}`)
  if (found.missing > 0) process.exitCode = 1
  if (values['dry-run'] || found.unnamed === 0) return
  if (!mayRemoveUnnamed(found) && !values.anyway) {
    console.error(
      'Nothing was removed: these are many, and this may be the wrong database or bucket. To remove them all the same, add --anyway.',
    )
    process.exitCode = 1
    return
  }
  const { removed } = await checkWholeStore(deps, true, reportProgress)
  console.log(`Removed ${several(removed, 'object')}.`)
}
