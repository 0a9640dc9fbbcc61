/** Number of rows on a page of an admin list. */
const pageSize = 25

/** Reads the searched text of an address; like `readPlace` and `readChoice`, it ignores unknown and invalid values. */
export const readText = (search: URLSearchParams): string => (search.get('text') ?? '').trim().slice(0, 100)

export const readChoice = <Value extends string>(
  search: URLSearchParams,
  name: string,
  values: readonly Value[],
): Value | '' => values.find((value) => value === search.get(name)) ?? ''

/** Returns the search of an address; "" when all values are defaults. */
export function searchOf(query: Record<string, string>): string {
  const text = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString()
  return text && `?${text}`
}

/** Returns the query of the API's call, without defaults. */
export function toCall<Query extends { at: string }>({ at, ...chosen }: Query) {
  const set = Object.entries(chosen).filter(([, value]) => value !== '')
  return {
    limit: pageSize,
    ...(at && { cursor: at }),
    ...(Object.fromEntries(set) as Chosen<Omit<Query, 'at'>>),
  } // the same names, without empty values
}

type Chosen<Query> = { [Name in keyof Query]?: Exclude<Query[Name], ''> }
