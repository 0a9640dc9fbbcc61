import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { nameDatabase, openSource } from '#app/config/database-source.ts'
import { openPayoutSecrets } from '#app/config/kept-data.ts'
import { openDatabase } from '#db/open-database.ts'
import { deleteForeignApps, findForeignApps } from '#features/accounts/index.ts'
import { deleteForeignBankDetails, findForeignBankDetails } from '#features/payouts/index.ts'
import { requireDatabase, runCommand, several } from './with-deps.ts'

await runCommand(async (config) => {
  const { values } = parseArgs({ options: { anyway: { type: 'boolean' } } })
  requireDatabase(config)
  console.log(`Using ${nameDatabase(config)}.`)
  const source = await openSource(config, () => {})
  const { db, close } = openDatabase(source.settings, () => {})
  try {
    const secrets = await openPayoutSecrets(config, resolve(config.DATA_DIR), db, 'restore')
    const fault = (await findForeignBankDetails(db, secrets)) ?? (await findForeignApps(db, secrets))
    if (fault === null) console.log('All bank details and authenticator apps can be read with the present secret.')
    else if (!values.anyway)
      throw new Error(
        `${fault}. If no copy of that secret exists, this command deletes what cannot be read with --anyway: bank details, which their educators enter again, and authenticator apps, whose accounts are then without them`,
      )
    else {
      const educators = await deleteForeignBankDetails(db, secrets)
      const apps = await deleteForeignApps(db, secrets)
      console.log(
        `Deleted the bank details of ${several(educators, 'educator')}. Ask them to enter theirs again, and cancel confirmed runs.`,
      )
      console.log(`Removed ${several(apps, 'authenticator app')}.`)
    }
  } finally {
    await close()
    await source.close()
  }
}, 'Stop the server that uses it.')
