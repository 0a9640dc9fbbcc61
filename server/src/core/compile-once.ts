import type { Compilable, CompiledQuery } from 'kysely'
import type { Executor } from './executor.ts'

type Values = Record<string, string>

const standInFor = (name: string): string => `\u0001 the value of ${name}`

/**
 * A query whose shape never changes, built at its first use: building one costs more than sending it. `build` gets a stand-in
 * for each value and must hand it to the query as a parameter, nothing else; later calls fill the values in.
 */
export function compileOnce<V extends Values, Row>(
  names: readonly (keyof V & string)[],
  build: (on: Executor, values: V) => Compilable<Row>,
): (on: Executor, values: V) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  const nameOf = new Map<unknown, keyof V>(names.map((name) => [standInFor(name), name]))
  return async (on, values) => {
    compiled ??= build(
      on,
      Object.fromEntries(names.map((name) => [name, standInFor(name)])) as V, // one entry for each name
    ).compile()
    const parameters = compiled.parameters.map((one) => {
      const name = nameOf.get(one)
      return name === undefined ? one : values[name]
    })
    const { rows } = await on.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}
