import { existsSync } from 'node:fs'
import { follow } from './launch/follow.mjs'

/**
 * Installs Debian packages, saying so; as root, or with `sudo` where it asks for no password and `sudoToo` allows it.
 * Answers null when they are there, otherwise why not.
 */
export async function aptInstall(packages: string[], { sudoToo = false } = {}): Promise<string | null> {
  if (!existsSync('/usr/bin/apt-get'))
    return 'this is not a Debian or Ubuntu system, so it cannot be installed from here'
  const prefix = process.getuid?.() === 0 ? [] : sudoToo && (await canSudo()) ? ['sudo', '-n'] : null
  if (!prefix) return 'installing it needs root'
  console.log(`Installing ${packages.join(' and ')} (apt-get) ...`)
  const steps = [['update'], ['install', '-y', '--no-install-recommends', ...packages]]
  for (const step of steps) {
    const command = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...step]
    const { code } = await follow(command[0] ?? '', command.slice(1))
    if (code !== 0) return `"apt-get ${step.join(' ')}" failed (see above)`
  }
  return null
}

async function canSudo(): Promise<boolean> {
  const ending = await follow('sudo', ['-n', 'true'], { onErrorText: () => {} }).catch(() => null)
  return ending?.code === 0
}
