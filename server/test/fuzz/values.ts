import fc, { type Arbitrary } from 'fast-check'
import type { Schema } from './document.ts'

/** Stands for an id of the pool of that name; which one, is decided when the request is made. */
export class PoolValue {
  readonly pool: string
  readonly pick: number
  constructor(pool: string, pick: number) {
    this.pool = pool
    this.pick = pick
  }
}

let deep: unknown = 'bottom'
for (let level = 0; level < 200; level++) deep = level % 2 ? [deep] : { deep }

/** Values that programs stumble over. */
export const hostileValue: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x\udfff',
    '\u202etxt.exe',
    '👩🏽‍🏫'.repeat(60),
    'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳',
    'x'.repeat(70_000),
    "' or 1=1 --",
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '%00',
    '%',
    '{{7*7}}',
    '__proto__',
    'constructor',
    'null',
    'true',
    '0',
    '-1',
    '1e309',
    '9'.repeat(400),
    '0000-00-00T00:00',
    '2026-02-30T25:61',
    '+292278994-08-17T07:12:55Z',
    '9999-12-31T23:59:59.999999999Z',
    -1,
    0,
    0.1,
    1e308,
    -1e308,
    2 ** 31,
    2 ** 53,
    -(2 ** 63),
    true,
    false,
    [],
    {},
    [[]],
    [null],
    deep,
    JSON.parse('{"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}}'),
    { $gt: '' },
    { toString: 'x', valueOf: 1 },
    { _id: { $ne: null } },
    Array(1500).fill('x'),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.json().map((text) => JSON.parse(text) as unknown),
)

const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 12, maxLength: 12 })
const soon = fc.integer({ min: -2, max: 90 }).map((days) => new Date(Date.now() + days * 86_400_000).toISOString())

/** Fields whose schema says less than the product wants, by name. */
const known: Record<string, Arbitrary<unknown>> = {
  email: hex.map((word) => `fuzz-${word}@test.example`),
  liveStartTime: soon,
  price: fc.oneof(fc.constantFrom<unknown>(0, 1, '499', '', '199.50'), fc.integer({ min: 1, max: 1_000_000 })),
  vtt: fc.constant('WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n'),
  language: fc.constantFrom('en', 'hi', 'pt-BR'),
  file: fc.constantFrom('en.vtt', '400.webp', '160.webp'),
  // of a bulk act
  ids: fc
    .uniqueArray(fc.tuple(fc.constantFrom('userId', 'courseId', 'reviewId'), fc.nat({ max: 29 })), {
      minLength: 1,
      maxLength: 3,
      selector: String,
    })
    .map((all) => all.map(([pool, pick]) => new PoolValue(pool, pick))),
  userId: fc.nat().map((pick) => new PoolValue('userId', pick)),
}

/** Arbitrary of a schema's valid values, as far as a schema says what is valid. `name` is that of the field. */
export function validValue(schema: Schema, name = ''): Arbitrary<unknown> {
  const named = known[name]
  if (named) return named
  if (/Ids$/.test(name)) {
    const pool = name.slice(0, -1)
    return fc.array(
      fc.nat().map((pick) => new PoolValue(pool, pick)),
      { maxLength: 3 },
    )
  }
  if (/Id$|^token$/.test(name)) return fc.nat().map((pick) => new PoolValue(name, pick))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom<unknown>(...schema.enum)
  const either = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (either) return fc.oneof(...either.map((one) => validValue(one, name)))
  const size = (least: string, most: string, cap: number) => {
    const min = Number(schema[least] ?? 0)
    return { min, max: Math.max(min, Math.min(Number(schema[most] ?? cap), min + cap)) }
  }
  switch (schema.type) {
    case 'string': {
      if (typeof schema.pattern === 'string' && !schema.pattern.includes('(?')) return matching(schema.pattern)
      const { min, max } = size('minLength', 'maxLength', 40)
      return fc.string({ minLength: min, maxLength: max, unit: 'grapheme-ascii' })
    }
    case 'integer':
    case 'number': {
      const { min, max } = size('minimum', 'maximum', 100)
      return fc.integer({ min: Math.ceil(min), max: Math.max(Math.ceil(min), Math.floor(max)) })
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const { min, max } = size('minItems', 'maxItems', 4)
      return fc.array(validValue((schema.items ?? {}) as Schema), { minLength: min, maxLength: max })
    }
    case 'object': {
      const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
      const required = (schema.required ?? []) as string[]
      return fc.record(Object.fromEntries(properties.map(([key, one]) => [key, validValue(one, key)])), {
        requiredKeys: required,
      })
    }
    default:
      return fc.oneof(fc.constantFrom<unknown>('text', 1, null), fc.string({ maxLength: 20 }))
  }
}

function matching(pattern: string): Arbitrary<unknown> {
  try {
    return fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(0, 200))
  } catch {
    // fast-check knows no assertions within expressions
    return fc.string({ maxLength: 20 })
  }
}
