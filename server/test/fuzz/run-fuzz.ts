import { type Operation, operationsOf } from './document.ts'
import { createJudge } from './oracles.ts'
import { draw, drawValid } from './requests.ts'
import { replenish, useProduct } from './scenario.ts'
import { createWorld, type Finding } from './world.ts'

export type FuzzOptions = {
  origin: string
  seed: number
  requests: number
  /** Called with progress messages. */
  log?: (line: string) => void
}

export type FuzzReport = {
  findings: Finding[]
  /** operations that never succeeded, without those that cannot */
  unreached: string[]
  statuses: ReadonlyMap<number, number>
  sent: number
}

/** Operations that cannot succeed on a test server, with the reason. */
export const unreachable: Readonly<Record<string, string>> = {
  'admin.testAi': 'no language model is configured, and none can be reached',
  'tutor.draft': 'no language model is configured',
  'media.stream': 'a stream takes an encoder, which the machine may not have',
  'media.streamFile': 'as above',
  'videos.cancel': 'as above',
  'videos.retry': 'as above',
  'recordings.start': 'there is no media server',
  'recordings.stop': 'as above',
  'recordings.use': 'as above',
  'recordings.retry': 'as above',
  'recordings.remove': 'as above',
  'recordings.chapters': 'as above',
  'recordings.video': 'as above',
  'liveTogether.mark': 'one is in a room over its socket alone',
  'liveTogether.questions': 'as above',
  'liveTogether.polls': 'as above',
  'liveTogether.makePoll': 'as above',
  'liveTogether.changePoll': 'as above',
  'liveTogether.deletePoll': 'as above',
  'liveTogether.vote': 'as above',
  'liveBoard.board': 'as above',
  'liveBoard.boardKept': 'as above',
  'payoutRuns.writeOff': 'an account is deleted only when nothing is owed to it',
  'adminOrders.retryRefund': 'the payment sandbox refuses no refund',
  'adminOrders.resolveFinding': 'orders and the payment sandbox do not differ',
}

const batch = 100
/** Maximum number of different findings that are kept for an operation. */
const mostOfOne = 5

/**
 * Fuzzes every operation of a server's OpenAPI document: first as people use it, then with requests that a seed fixes. The same
 * seed sends the same requests up to ids, times and what the server answered before.
 */
export async function runFuzz({ origin, seed, requests, log = () => {} }: FuzzOptions): Promise<FuzzReport> {
  const document = (await (await fetch(`${origin}/api/openapi.json`)).json()) as object
  const operations = operationsOf(document)
  const findings: Finding[] = []
  const onFinding = (finding: Finding): void => {
    const kind = ({ operation, what }: Finding) => `${operation} ${what.split(':')[0]}`
    if (findings.some((one) => kind(one) === kind(finding))) return
    if (findings.filter(({ operation }) => operation === finding.operation).length >= mostOfOne) return
    findings.push(finding)
    log(`FOUND ${finding.operation}: ${finding.what}\n  ${finding.repeat}`)
  }
  const world = createWorld({ origin, operations, judge: createJudge(document), onFinding })
  await useProduct(world)
  const drafts = draw(operations, seed, requests)
  for (let at = 0; at < drafts.length; at += batch) {
    await replenish(world)
    for (const draft of drafts.slice(at, at + batch)) await world.play(draft)
    if (at % 2000 === 0) log(`${Math.min(at + batch, drafts.length)} of ${drafts.length} requests`)
  }
  // Whatever chance has missed gets some more valid requests.
  for (const operation of operations) {
    if (operation.id in unreachable) continue
    for (const draft of drawValid(operation, seed)) {
      if (world.reached.has(operation.id)) break
      await world.play(draft)
    }
  }
  const unreached = operations.filter((one) => !world.reached.has(one.id) && !(one.id in unreachable)).map(idOf)
  return { findings, unreached, statuses: world.statuses, sent: world.sent() }
}

const idOf = ({ id }: Operation): string => id
