import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from '../lib/environment.ts'
import { openBrowserListener } from './browser-listener.ts'
import { beginLife, type ClassLife } from './class-life.ts'
import { type ClassOptions, enterAll, enterLate, openClass } from './open-class.ts'
import { cpuOf, memoryOf, perMinute, spread } from './readings.ts'

type OverTime = Omit<ClassOptions, 'side'> & { minutes: number }

/** What the table shows, of what is printed each minute. */
const shown = {
  janusMb: 'Janus MB',
  serverMb: 'server MB',
  databaseMb: 'PostgreSQL MB',
  rendererMb: 'page process MB',
  browserMb: 'all of Chromium MB',
  heapMb: 'JS heap after a collection MB',
  nodes: 'DOM nodes',
  listeners: 'listeners of events',
  messages: 'messages shown',
  playedSeconds: 'seconds of picture in that minute',
} as const

/** A class in which someone goes and comes back every ten seconds. Prints each minute, and returns a table of some of them. */
export async function measureOverTime(
  environment: Environment,
  { minutes, people, ...options }: OverTime,
  print: (line: object) => void,
): Promise<string[][]> {
  const running = await openClass(environment, { side: 'ours', people, ...options })
  const listener = await openBrowserListener(running, running.cookies[people + 1] ?? '')
  let life: ClassLife | undefined
  try {
    await enterAll(running, 6, people)
    life = beginLife(running, people)
    const begun = performance.now()
    const cold = cpuOf(running)
    const readings: ({ minute: number } & Record<keyof typeof shown, number>)[] = []
    let lateEntries: Awaited<ReturnType<typeof enterLate>> = []
    for (let minute = 0; minute <= minutes; minute++) {
      const ms = performance.now() - begun
      const reading = { minute, ...memoryOf(running), ...(await listener.read()) }
      readings.push(reading)
      print({
        case: 'over time',
        people,
        ...reading,
        ...life.done,
        ...(await running.counts()),
        cpuSecondsPerMinute: perMinute(cold, cpuOf(running), Math.max(1, ms)),
        latePictureMs: spread(lateEntries.map(({ pictureMs }) => pictureMs)),
        load: Number(loadavg()[0]?.toFixed(2)),
      })
      lateEntries = []
      while (minute < minutes && performance.now() - begun < (minute + 1) * 60_000) {
        lateEntries = [...lateEntries, ...(await enterLate(running, 1, people))]
        await sleep(10_000)
      }
    }
    const some = readings.filter(({ minute }) => minute === 1 || minute % Math.max(1, Math.round(minutes / 6)) === 0)
    const names = Object.keys(shown) as (keyof typeof shown)[] // of an object without others
    return [
      ['minute', ...some.map(({ minute }) => String(minute))],
      ...names.map((name) => [shown[name], ...some.map((one) => String(one[name]))]),
    ]
  } finally {
    await life?.stop()
    await listener.stop()
    await running.close()
  }
}
