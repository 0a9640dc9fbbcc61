import { useChoices } from '#lib/navigation/use-choices.ts'
import { searchOf } from '../list-query.ts'

/** The choices of a list of admins, whose names are those of its address; also those of a saved filter that is on its way. */
export const useListChoices = <Query extends { at: string }>(query: Query) => {
  type Choices = Record<keyof Query, string> & { at: string }
  const read = (search: URLSearchParams) =>
    Object.fromEntries(Object.keys(query).map((name) => [name, search.get(name) ?? ''])) as Choices // the names of `query`
  return useChoices<Choices>(query as Choices, (next) => ({ search: searchOf(next) }), { read }) // each value is a text
}
