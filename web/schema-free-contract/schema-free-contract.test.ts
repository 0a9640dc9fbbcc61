import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withOwnCalls, withoutSchemas } from './schema-free-contract.ts'

const contract = new URL('../../contract/src/', import.meta.url)
const slim = (source: string) => withoutSchemas(stripTypeScriptTypes(source))

it('keeps method and path of an endpoint, and whatever is not a schema', () => {
  const code = slim(`
    import { z } from 'zod'
    import { requiredText, text } from './fields.ts'
    export const longest = 2000
    const Title = requiredText(150, 'Title')
    const params = z.object({ id: Title })
    export const Item = z.object({ a: z.string().transform((x) => x) }).extend({ b: text(3) })
    export const Sub = Item.pick({ a: true })
    export const list = ['a', 'b'] as const
    export const nouns = {
      get: endpoint({ method: 'GET', path: '/api/x/:id', access: 'public', summary: 'x', params, reply: z.array(Item) }),
    }
    export const pathOf = (id: string) => list.map((one) => one + id)
  `)
  expect(code).toContain("get: /* @__PURE__ */ endpoint({ method: 'GET', path: '/api/x/:id' })")
  for (const name of ['Title', 'params', 'Item', 'Sub']) expect(code).toContain(`const ${name} = z\n`)
  expect(code).toContain('export const longest = 2000')
  expect(code).toContain("export const list = ['a', 'b']")
  expect(code).toContain('list.map((one) => one + id)')
})

it('removes all schemas of the contract', () => {
  for (const name of readdirSync(contract, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue
    const code = slim(readFileSync(new URL(name, contract), 'utf8'))
    if (name !== join('values', 'fields.ts')) expect(code, name).not.toMatch(/\bz\.\w+\(/)
    // a file that names the stand-in must also import it
    if (/= z$/m.test(code)) expect(code, name).toMatch(/import \{ z \} from 'zod'/)
  }
})

it('writes an endpoint where it is called', () => {
  const code = `import { api as calls, pathOf } from "@virtual-courses/contract"
    read(calls.courses.get, other.calls.courses.get, calls.courses[name], calls.courses.unknown)`
  expect(withOwnCalls(code)).toContain(
    'read(({"method":"GET","path":"/api/course/getcourse/:courseId","kind":"json"}), other.calls.courses.get, calls.courses[name], calls.courses.unknown)',
  )
  const foreign = 'import { api as calls } from "./other"; calls.courses.get'
  expect(withOwnCalls(foreign)).toBe(foreign)
})
