import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aptInstall } from './apt-install.ts'

/** Where coturn's program is on this machine, or null. */
export function findTurnServer(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/bin', '/usr/local/bin']
  const places = folders.map((folder) => join(folder, 'turnserver'))
  return places.find((place) => existsSync(place)) ?? null
}

/** Installs coturn for the journey of a relayed call where that is possible; without it that journey says what is missing. */
export async function prepareTurnServer(): Promise<void> {
  if (findTurnServer()) return
  const refusal = await aptInstall(['coturn'])
  if (refusal) console.log(`coturn is not there (${refusal}); the journey of a relayed call needs it.`)
}
