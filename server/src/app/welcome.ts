import type { Config } from './config.ts'
import { demoAccounts } from './demo-seed/demo-accounts.ts'

/** What the terminal shows when the server is up. */
export function welcome(config: Config, port: number): string {
  const address = config.PUBLIC_URL ?? `http://localhost:${port}`
  const lines = ['', `  Virtual Courses is running: ${address}`]
  if (config.seed === 'demo') {
    lines.push(
      '',
      `  Demo accounts (password for all: ${demoAccounts.password})`,
      ...demoAccounts.accounts.map((user) => `    ${user.role.padEnd(9)} ${user.email}`),
    )
  }
  if (config.outbox) lines.push('', `  Mails are not sent, but kept: ${address}/dev/outbox`)
  return `${lines.join('\n')}\n\n`
}
