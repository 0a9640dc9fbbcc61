import { median, table } from '../../lib/report.ts'
import type { Tally } from './attack.ts'
import type { Honest } from './honest.ts'

export type Round = {
  alone: Honest
  attacked: Honest
  tally: Tally
  /** memory of all processes of the server, bytes of PSS: before any user came, highest with honest users alone, highest under attack */
  idleBytes: number
  aloneBytes: number
  attackedBytes: number
  /** what kept honest users from their answer, and how often: alone, and under attack */
  aloneWhy: Record<string, number>
  why: Record<string, number>
  /** can the owner of the address that is attacked set a new password? */
  reset?: string
}

export type AbuseRow = { attack: string; what: string; seconds: number; rounds: Round[] }

/** The middle of the rounds, for one value of one action. */
const middle = (rounds: readonly Round[], pick: (round: Round) => number | undefined): number => {
  const known = rounds.map(pick).filter((value) => value !== undefined)
  return known.length > 0 ? median(known) : Number.NaN
}

const mb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`
const ms = (value: number): string => (value >= 9950 ? `${Math.round(value / 1000)} s` : `${Math.round(value)}`)

export const actionsOf = (rows: readonly AbuseRow[]): string[] => Object.keys(rows[0]?.rounds[0]?.alone ?? {})

/** One line for each attack and action: the medians of the rounds, and the ratio of each round's own two halves. */
export function summarise(row: AbuseRow) {
  return actionsOf([row]).map((action) => {
    const ratio = (which: 'p50' | 'p99') =>
      middle(row.rounds, ({ alone, attacked }) => {
        const [before, after] = [alone[action]?.[which], attacked[action]?.[which]]
        return before && after ? after / before : undefined
      })
    const of = (half: 'alone' | 'attacked', which: 'p50' | 'p99') =>
      middle(row.rounds, (round) => round[half][action]?.[which])
    const sum = (half: 'alone' | 'attacked', which: 'errors' | 'count') =>
      row.rounds.reduce((total, round) => total + (round[half][action]?.[which] ?? 0), 0)
    return {
      id: 'abuse',
      attack: row.attack,
      action,
      alone: { p50: of('alone', 'p50'), p99: of('alone', 'p99'), errors: sum('alone', 'errors') },
      attacked: {
        p50: of('attacked', 'p50'),
        p99: of('attacked', 'p99'),
        errors: sum('attacked', 'errors'),
        count: sum('attacked', 'count'),
      },
      ratio: { p50: ratio('p50'), p99: ratio('p99') },
    }
  })
}

/** What honest users wait: p50 / p99 in milliseconds alone and under each attack, and how many times the p99 grows. */
export function honestTable(rows: readonly AbuseRow[]): string {
  const actions = actionsOf(rows)
  const all = rows.flatMap(({ rounds }) => rounds)
  const alone = (action: string) =>
    `${ms(middle(all, (round) => round.alone[action]?.p50))} / ${ms(middle(all, (round) => round.alone[action]?.p99))}`
  return table([
    ['attack', ...actions, 'errors'],
    [
      '(none)',
      ...actions.map(alone),
      `${all.flatMap(({ alone }) => Object.values(alone)).reduce((sum, { errors }) => sum + errors, 0)}`,
    ],
    ...rows.map((row) => {
      const lines = summarise(row)
      const errors = lines.reduce((sum, { attacked }) => sum + attacked.errors, 0)
      const count = lines.reduce((sum, { attacked }) => sum + attacked.count, 0)
      return [
        row.attack,
        ...lines.map(
          ({ attacked, ratio }) =>
            `${ms(attacked.p50)} / ${ms(attacked.p99)} ×${ratio.p99.toFixed(ratio.p99 < 10 ? 1 : 0)}`,
        ),
        `${errors} of ${count}`,
      ]
    }),
  ])
}

const classes = ['accepted', '429', '503', '4xx', '5xx', 'broken']

/** What the attacker got, and what it cost the server's memory. */
export const attackerTable = (rows: readonly AbuseRow[]): string =>
  table([
    ['attack', ...classes, 'idle', 'honest', 'attacked', 'above idle', 'else'],
    ...rows.map(({ attack, rounds }) => {
      const others = [...new Set(rounds.flatMap(({ tally }) => Object.keys(tally)))].filter(
        (key) => !classes.includes(key),
      )
      const notes = others.map((key) => `${key} ${Math.round(middle(rounds, ({ tally }) => tally[key] ?? 0))}`)
      const resets = rounds.map(({ reset }) => reset).filter((reset) => reset !== undefined)
      if (resets.length > 0) notes.push(`owner resets: ${resets.join(', ')}`)
      const memory = (pick: (round: Round) => number) => middle(rounds, pick)
      return [
        attack,
        ...classes.map((key) => String(Math.round(middle(rounds, ({ tally }) => tally[key] ?? 0)))),
        mb(memory(({ idleBytes }) => idleBytes)),
        mb(memory(({ aloneBytes }) => aloneBytes)),
        mb(memory(({ attackedBytes }) => attackedBytes)),
        mb(memory(({ attackedBytes, idleBytes }) => Math.max(0, attackedBytes - idleBytes))),
        notes.join(', '),
      ]
    }),
  ])
