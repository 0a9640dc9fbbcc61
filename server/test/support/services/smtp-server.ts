import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail as it came over the wire: who it was for, its bytes, and what a mail program makes of them. */
export type ReceivedMail = { from: string; to: string[]; raw: string; mail: Email }

export type TestSmtpServer = {
  url: string
  received: ReceivedMail[]
  /** while set, every mail is refused with this status */
  refuse: { status: number | null }
  close(): Promise<void>
}

/** A real SMTP server on this machine, which asks for a login. */
export async function startSmtpServer(): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = []
  const refuse: TestSmtpServer['refuse'] = { status: null }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'site@test.example' && password === 'p@ss:word/'
        ? done(null, { user: username })
        : done(new Error('wrong login')),
    onData(stream, session, done) {
      buffer(stream)
        .then(async (bytes) => {
          if (refuse.status !== null) throw Object.assign(new Error('not now'), { responseCode: refuse.status })
          const { mailFrom, rcptTo } = session.envelope
          received.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            raw: bytes.toString('latin1'),
            mail: await PostalMime.parse(bytes),
          })
        })
        .then(() => done(), done)
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  server.on('error', () => {})
  const { port } = server.server.address() as AddressInfo // listening on TCP
  const login = `${encodeURIComponent('site@test.example')}:${encodeURIComponent('p@ss:word/')}`
  return {
    url: `smtp://${login}@127.0.0.1:${port}`,
    received,
    refuse,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
