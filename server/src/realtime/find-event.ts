import { type EventRule, events } from '@virtual-courses/contract'

const byName = new Map<string, EventRule>(
  Object.values(events)
    .flatMap((rules) => Object.values<EventRule>(rules))
    .map((rule) => [rule.name, rule]),
)

/** The event of the contract with this name on the wire. */
export const findEvent = (name: string): EventRule | undefined => byName.get(name)
