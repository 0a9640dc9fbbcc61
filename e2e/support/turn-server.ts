import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { findTurnServer } from '../../scripts/prepare/system-programs.ts'
import { freePort, hasEnded } from './own-server.ts'

export type TurnServer = { url: string /** what it has said so far */; log: () => string; stop: () => Promise<void> }

/** Starts coturn on this machine's own address, with expiring credentials made from the secret. */
export async function startTurnServer(secret: string): Promise<TurnServer> {
  const program = findTurnServer()
  if (!program) throw new Error('coturn is missing. Debian and Ubuntu have a package of that name.')
  const port = await freePort()
  const ip = '127.0.0.1'
  const options = [
    ...['-n', '--no-cli', '--no-tls', '--no-dtls', '--fingerprint', '--verbose'],
    ...['--use-auth-secret', `--static-auth-secret=${secret}`, '--realm=e2e.example'],
    ...[`--listening-ip=${ip}`, `--relay-ip=${ip}`, `--listening-port=${port}`],
    // both ends of the call are on this machine; no operator would allow that
    ...['--allow-loopback-peers', '--cli-password=unused', '--log-file=stdout', '--simple-log', '--pidfile=/dev/null'],
  ]
  let said = ''
  const coturn: ChildProcess = spawn(program, options, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ready = new Promise<void>((resolve, reject) => {
    const onOutput = (chunk: Buffer) => {
      said += String(chunk)
      if (/listener opened on\s*:\s*127\.0\.0\.1/i.test(said)) resolve()
    }
    coturn.stdout?.on('data', onOutput)
    coturn.stderr?.on('data', onOutput)
    coturn.once('exit', (code) => reject(new Error(`coturn ended with code ${code}: ${said.slice(-500)}`)))
    coturn.once('error', reject)
  })
  await ready
  return {
    url: `turn:${ip}:${port}?transport=udp`,
    log: () => said,
    async stop() {
      coturn.removeAllListeners('exit')
      if (hasEnded(coturn)) return
      const end = once(coturn, 'exit')
      coturn.kill('SIGTERM')
      await end
    },
  }
}
