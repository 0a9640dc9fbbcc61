import { type Check, checks } from './checks.ts'
import { stopSignal } from './launch/follow.mjs'
import { seconds } from './seconds.ts'

/** Runs every check to its end and prints one line for each. Answers which held and which did not, by name. */
export async function runChecks(list: Check[] = checks): Promise<{ held: string[]; broken: string[] }> {
  const held: string[] = []
  const broken: string[] = []
  for (const { name, hold } of list) {
    if (stopSignal()) break
    const start = performance.now()
    const holds = await hold().catch((error: unknown) => {
      console.error(error)
      return false
    })
    const verdicts = holds ? held : broken
    verdicts.push(name)
    console.log(`${holds ? 'ok    ' : 'FAILED'}  ${name} (${seconds(performance.now() - start)})`)
  }
  return { held, broken }
}
