import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openSource } from '#app/config/database-source.ts'
import { openPayoutSecrets } from '#app/config/kept-data.ts'
import { openDatabase } from '#db/open-database.ts'
import { deleteForeignBankDetails, findForeignBankDetails } from '#features/payouts/index.ts'
import { requireDatabase, runCommand, several } from './with-deps.ts'

await runCommand(async (config) => {
  const { values } = parseArgs({ options: { anyway: { type: 'boolean' } } })
  requireDatabase(config)
  const source = await openSource(config, () => {})
  const { db, close } = openDatabase(source.settings, () => {})
  try {
    const secrets = await openPayoutSecrets(config, resolve(config.DATA_DIR), db, 'restore')
    const fault = await findForeignBankDetails(db, secrets)
    if (fault === null) console.log('All bank details can be read with the present secret.')
    else if (!values.anyway)
      throw new Error(
        `${fault}. If no copy of that secret exists, this command deletes these bank details with --anyway, and their educators enter them again`,
      )
    else {
      const educators = await deleteForeignBankDetails(db, secrets)
      console.log(
        `Deleted the bank details of ${several(educators, 'educator')}. Ask them to enter theirs again, and cancel confirmed runs.`,
      )
    }
  } finally {
    await close()
    await source.close()
  }
}, 'Stop the server that uses it.')
