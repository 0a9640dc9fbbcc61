import type { Compilable, CompiledQuery } from 'kysely'
import type { Executor } from '../executor.ts'
import { nameStatement } from '../named-statements.ts'

type Values = Record<string, unknown>

const placeholderFor = (name: string): string => `\u0001 the value of ${name}`

/**
 * Returns a function that runs a query which is compiled at its first use, because compiling costs more than sending, and planned once
 * for each connection (`nameStatement`, so it must name its columns). `build` gets a placeholder for each value and must use it as a
 * query parameter only; each call fills in the values.
 */
export function compileOnce<V extends Values, Row>(
  names: readonly (keyof V & string)[],
  build: (on: Executor, values: V) => Compilable<Row>,
): (on: Executor, values: V) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  const nameOf = new Map<unknown, keyof V>(names.map((name) => [placeholderFor(name), name]))
  return async (on, values) => {
    if (!compiled) {
      const values = Object.fromEntries(names.map((name) => [name, placeholderFor(name)])) as V // one entry for each name
      compiled = build(on, values).compile()
      nameStatement(compiled.sql)
    }
    const parameters = compiled.parameters.map((one) => {
      const name = nameOf.get(one)
      return name === undefined ? one : values[name]
    })
    const { rows } = await on.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}
