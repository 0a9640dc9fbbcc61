/**
 * SQL that writes values as JSON, for the few replies whose rows this process would otherwise decode, copy, filter and write again at
 * each request (decision 079). The properties of an object are exactly those of its type in the contract, so that it needs no
 * filter: nothing else can be in it. Expressions are constants of ours; what a client sends is never a part of them.
 */
export type JsonSql<T> = { readonly text: string; readonly of?: T }

/** For a property that is left out where its expression is null. */
export type OptionalJsonSql<T> = { readonly optional: JsonSql<T> }

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** A text without signs that JSON escapes, such as an id or one of a list of names. */
export const jsonWord = <T extends string = string>(expression: string): JsonSql<T> => ({
  text: `'"' || ${expression} || '"'`,
})

export const jsonText = <T extends string = string>(expression: string): JsonSql<T> => ({
  text: `to_json(${expression})::text`,
})

export const jsonNumber = (expression: string): JsonSql<number> => ({ text: `(${expression})::text` })

export const jsonBoolean = (expression: string): JsonSql<boolean> => ({
  text: `case when ${expression} then 'true' else 'false' end`,
})

/** `true` where the condition holds, and null elsewhere. */
export const jsonTrue = (condition: string): JsonSql<true> => ({ text: `case when ${condition} then 'true' end` })

/** A `timestamptz` as `toISOString` writes it. */
export const jsonInstant = (expression: string): JsonSql<string> => ({
  text: `to_char(${expression} at time zone 'UTC', '\\"YYYY-MM-DD"T"HH24:MI:SS.MS"Z"\\"')`,
})

/** A path that a function of the contract makes of ids and words; null where one of them is. */
export function jsonPath(pathOf: (...ids: string[]) => string, ...expressions: string[]): JsonSql<string> {
  const parts = `"${pathOf(...expressions.map((one) => `\u0001${one}\u0001`))}"`.split('\u0001')
  return { text: parts.map((part, at) => (at % 2 === 0 ? literal(part) : part)).join(' || ') }
}

/** A stored JSON value that the contract describes. */
export const jsonStored = <T>(expression: string): JsonSql<T> => ({ text: `(${expression})::text` })

/** A constant in place of null. */
export const jsonOr = <T, const D>({ text }: JsonSql<T>, value: D): JsonSql<T | D> => ({
  text: `coalesce(${text}, ${literal(JSON.stringify(value))})`,
})

export const jsonNullable = <T>(value: JsonSql<T>): JsonSql<T | null> => jsonOr(value, null)

/** Null where the condition does not hold. */
export const jsonWhere = <T>(condition: string, { text }: JsonSql<T>): JsonSql<T> => ({
  text: `case when ${condition} then ${text} end`,
})

export const jsonOptional = <T>(optional: JsonSql<T>): OptionalJsonSql<T> => ({ optional })

/** The properties of an object: all that its type has. */
export type JsonFields<T> = {
  [K in keyof T]-?: object extends Pick<T, K> ? OptionalJsonSql<Exclude<T[K], undefined>> : JsonSql<T[K]>
}

/** An object; the first property must not be optional. It is null when a value is null that must not be: its reply fails then. */
export function jsonObject<T>(fields: JsonFields<T>): JsonSql<T> {
  const parts = Object.entries<JsonSql<unknown> | OptionalJsonSql<unknown>>(fields).map(([name, value], at) => {
    const label = literal(`${at === 0 ? '{' : ','}"${name}":`)
    return 'optional' in value ? `coalesce(${label} || ${value.optional.text}, '')` : `${label} || ${value.text}`
  })
  // the operators associate to the left: adjacent constants would be joined at each execution
  return { text: `${parts.join(' || ')} || '}'`.replaceAll(/(?<!')' \|\| '(?!')/g, '') }
}

/** The array of the JSON values in a column `item`, as an aggregate; null when one of them is. */
export const jsonItems = `case when count(*) = count(item) then '[' || coalesce(string_agg(item, ','), '') || ']' end`

/** The array of what a subquery selects: `tail` begins with its `from`. */
export const jsonArray = <T>({ text }: JsonSql<T>, tail: string): JsonSql<T[]> => ({
  text: `(select ${jsonItems} from (select ${text} as item ${tail}) as items)`,
})
