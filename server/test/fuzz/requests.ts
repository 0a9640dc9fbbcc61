import fc, { type Arbitrary } from 'fast-check'
import type { Operation } from './document.ts'
import { hostileValue, PoolValue, validValue } from './values.ts'

export const actors = ['visitor', 'student', 'educator', 'admin', 'rival'] as const
/** Who calls: the four roles, and an educator who owns nothing. */
export type Actor = (typeof actors)[number]

/** A request before ids are filled in. */
export type Draft = {
  operation: Operation
  actor: Actor
  path: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
  /** encoding of the body; `none` omits it */
  carrier: 'right' | 'none' | 'truncated' | 'text' | 'form' | 'json' | 'multipart' | 'nonsense'
  /** true when no part of it is invalid */
  valid: boolean
}

const parameterValue = (schema: Operation['parameters'][number], hostile: boolean): Arbitrary<unknown> =>
  hostile ? fc.oneof(hostileValue, validValue(schema.schema, schema.name)) : validValue(schema.schema, schema.name)

const parametersOf = (operation: Operation, place: 'path' | 'query', hostile: boolean) => {
  const all = operation.parameters.filter((one) => one.in === place)
  const entries = all.map((one) => [one.name, parameterValue(one, hostile)] as const)
  const required = all.filter((one) => one.required).map(({ name }) => name)
  return fc.record(Object.fromEntries(entries), { requiredKeys: required }) as Arbitrary<Record<string, unknown>> // by name
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof PoolValue)

/** Spoils a valid body: a field replaced, left out or added, or all of it replaced. */
const spoil = (body: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc
    .tuple(body, hostileValue, fc.nat(), fc.constantFrom('replace', 'omit', 'add', 'whole', 'all'))
    .map(([valid, hostile, pick, how]) => {
      if (!isObject(valid) || how === 'whole') return hostile
      const keys = Object.keys(valid)
      const key = keys[pick % Math.max(1, keys.length)]
      if (how === 'add' || key === undefined) {
        const added =
          ['__proto__', 'constructor', 'role', '_id', 'creator', 'isPublished', 'x'.repeat(300)][pick % 7] ?? ''
        const copy = { ...valid }
        Object.defineProperty(copy, added, { value: hostile, enumerable: true, configurable: true, writable: true })
        return copy
      }
      if (how === 'all') return Object.fromEntries(keys.map((one) => [one, hostile]))
      const { [key]: _, ...rest } = valid
      return how === 'omit' ? rest : { ...rest, [key]: hostile }
    })

/** Roles that may call, and sometimes one that may not. The rival creates nothing, so that they own nothing. */
function actorFor({ access, path }: Operation): Arbitrary<Actor> {
  if (access === 'public' || access === 'webhook') return fc.constantFrom(...actors)
  const right: Actor = access === 'signedIn' ? 'student' : access
  const others = access === 'educator' && !path.includes('{') ? actors.filter((one) => one !== 'rival') : actors
  return fc.oneof({ arbitrary: fc.constant(right), weight: 3 }, { arbitrary: fc.constantFrom(...others), weight: 1 })
}

/** Arbitrary of requests to an operation: a third of them valid, the others hostile in parameters, body or carrier. */
export function drafts(operation: Operation): Arbitrary<Draft> {
  const body = operation.body ? validValue(operation.body.schema) : fc.constant(undefined)
  const shape = (valid: boolean) =>
    fc.record({
      operation: fc.constant(operation),
      actor: actorFor(operation),
      path: parametersOf(operation, 'path', !valid),
      query: parametersOf(operation, 'query', !valid),
      body: valid ? body : fc.oneof(body, spoil(body)),
      carrier: valid
        ? fc.constant('right' as const)
        : fc.oneof(
            { arbitrary: fc.constant('right' as const), weight: 8 },
            {
              arbitrary: fc.constantFrom('none', 'truncated', 'text', 'form', 'json', 'multipart', 'nonsense'),
              weight: 2,
            },
          ),
      valid: fc.constant(valid),
    })
  return fc.oneof({ arbitrary: shape(true), weight: 1 }, { arbitrary: shape(false), weight: 2 })
}

/** Requests to operations in a random order that a seed fixes; every operation comes about as often as any other. */
export function draw(operations: readonly Operation[], seed: number, count: number): Draft[] {
  const any = fc.oneof(...operations.map(drafts))
  return fc.sample(any, { seed, numRuns: count })
}

/** Valid requests to one operation, by one who may make them; the first has nothing that is not required. */
export function drawValid(operation: Operation, seed: number): Draft[] {
  const right: Actor =
    operation.access === 'public' || operation.access === 'webhook'
      ? 'visitor'
      : operation.access === 'signedIn'
        ? 'student'
        : operation.access
  const drawn = fc.sample(drafts(operation), { seed, numRuns: 60 }).filter(({ valid }) => valid)
  return drawn.map((draft, index) => ({ ...draft, actor: right, ...(index === 0 && { query: {} }) }))
}
