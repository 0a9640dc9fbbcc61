/** Number of rows on a page of an admin list. */
export const pageSize = 25

/** Reads the searched text of an address; like `readPage` and `readChoice`, it ignores unknown and invalid values. */
export const readText = (search: URLSearchParams): string => (search.get('text') ?? '').trim().slice(0, 100)

export function readPage(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 40_000 ? page : 1
}

export const readChoice = <Value extends string>(
  search: URLSearchParams,
  name: string,
  values: readonly Value[],
): Value | '' => values.find((value) => value === search.get(name)) ?? ''

/** Returns the search of an address; "" when all values are defaults. */
export function searchOf(query: Record<string, string | number>): string {
  const set = Object.entries(query).filter(([name, value]) => value !== '' && !(name === 'page' && value === 1))
  const text = new URLSearchParams(set.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return text && `?${text}`
}

/** Returns the query of the API's call, without defaults. */
export function toCall<Query extends { page: number }>({ page, ...chosen }: Query) {
  const set = Object.entries(chosen).filter(([, value]) => value !== '')
  return {
    limit: pageSize,
    offset: (page - 1) * pageSize,
    ...(Object.fromEntries(set) as Chosen<Omit<Query, 'page'>>),
  } // the same names, without empty values
}

type Chosen<Query> = { [Name in keyof Query]?: Exclude<Query[Name], ''> }
