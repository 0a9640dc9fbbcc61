import { Email } from '@virtual-courses/contract'
import { inviteAsOperator, mailInvitation, sendsMail } from '#features/admin/index.ts'
import { withDeps } from './with-deps.ts'

const address = Email.safeParse(process.argv[2])

/** Expiry of the link, in UTC. */
const until = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`

if (!address.success) {
  console.error('This is not an email address. Name one: npm run admin:invite -- ADDRESS')
  process.exitCode = 1
} else {
  await withDeps(async (deps) => {
    const { link, expiresAt, ...request } = await inviteAsOperator(deps, address.data, true)
    const mails = sendsMail(deps.config)
    let mailed = mails ? 'The same invitation was mailed to that address: either link is enough.' : ''
    if (mails)
      await mailInvitation(deps, request).catch((error: unknown) => {
        mailed = `The mail to that address could not be sent: ${error instanceof Error ? error.message : error}`
      })
    console.log(`Invited ${address.data} to become an admin. This link works once, until ${until(expiresAt)}:`)
    console.log(`\n  ${link}\n`)
    if (mailed) console.log(mailed)
    console.log(
      mails
        ? 'Anyone who opens the link above is mailed another one that verifies the address.'
        : 'This site sends no mail (SMTP_URL): the link alone makes an admin, without verifying the address.',
    )
  }, 'A running server keeps the embedded database for itself: stop the server, run this command and start it again; or have an admin send the invitation on the page /admin/users.')
}
