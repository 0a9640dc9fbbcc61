import { Email } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import { removeFactorsAsOperator } from '#features/admin/index.ts'
import { withDeps } from './with-deps.ts'

const address = Email.safeParse(process.argv[2])

if (!address.success) {
  console.error('This is not an email address. Name one: npm run admin:factors -- ADDRESS')
  process.exitCode = 1
} else {
  await withDeps(async (deps) => {
    try {
      await removeFactorsAsOperator(deps, address.data)
      console.log(
        `Removed the second step of ${address.data} and ended its sessions. Its password signs in again; the owner gets a mail.`,
      )
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      console.error(
        error.code === 'not_found' ? `There is no account with the address ${address.data}.` : error.message,
      )
      process.exitCode = 1
    }
  }, 'A running server keeps the embedded database for itself: stop the server, run this command and start it again; or have another admin do it on the page /admin/users.')
}
