import { api, type Endpoint } from '@virtual-courses/contract'
import { type ESTree, type Plugin, parseSync } from 'vite'

const shim = '\0schema-free-zod'
const shimCode = `
  const get = (_, name) => {
    if (/parse/i.test(String(name))) throw new Error('The schemas of the contract are not part of the browser bundle')
    return z
  }
  export const z = new Proxy(() => z, { get, apply: () => z })
`

const definers = new Set(['endpoint', 'upload', 'stream', 'tus', 'event'])
/** Properties of an endpoint or a socket event that the browser needs. */
const needed = new Set(['method', 'path', 'name'])
/** Names that start a schema in the contract. */
const schemaMakers = new Set(['z', 'text', 'lines', 'requiredText', 'nameText', 'Object'])

type Cut = { start: number; end: number; text: string }

/** The name at the left end of `z.object({}).optional()` and the like. */
function rootName(node: ESTree.Expression | ESTree.Super): string | undefined {
  if (node.type === 'CallExpression') return rootName(node.callee)
  if (node.type === 'MemberExpression') return rootName(node.object)
  return node.type === 'Identifier' ? node.name : undefined
}

/** Yields the cuts that reduce the endpoints in an expression to what the browser needs. */
function* slimCalls(code: string, node: ESTree.Expression, schemas: ReadonlySet<string>): Iterable<Cut> {
  if (node.type === 'ObjectExpression') {
    for (const property of node.properties)
      if (property.type === 'Property') yield* slimCalls(code, property.value, schemas)
  }
  if (node.type !== 'CallExpression') return
  const root = rootName(node) ?? ''
  if (schemas.has(root)) yield { start: node.start, end: node.end, text: 'z' }
  if (!definers.has(root)) return
  const [declaration] = node.arguments
  if (declaration?.type !== 'ObjectExpression') return
  const kept = declaration.properties.filter(
    (property) => property.type === 'Property' && property.key.type === 'Identifier' && needed.has(property.key.name),
  )
  const text = kept.map(({ start, end }) => code.slice(start, end)).join(', ')
  // what no page calls is left out
  yield { start: node.start, end: node.start, text: '/* @__PURE__ */ ' }
  yield { start: declaration.start, end: declaration.end, text: `{ ${text} }` }
}

/** Cuts one file of the contract down to what browsers use. */
export function withoutSchemas(code: string): string {
  const cuts: Cut[] = []
  const schemas = new Set(schemaMakers)
  for (const statement of parseSync('contract.js', code).program.body) {
    // in the contract a capitalised name is a schema, or made of schemas
    if (statement.type === 'ImportDeclaration')
      for (const { local } of statement.specifiers) if (/^[A-Z]/.test(local.name)) schemas.add(local.name)
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declared.declarations) {
      if (!init || id.type !== 'Identifier') continue
      if (init.type === 'CallExpression' && schemas.has(rootName(init) ?? '')) {
        schemas.add(id.name)
        cuts.push({ start: init.start, end: init.end, text: 'z' })
      } else cuts.push(...slimCalls(code, init, schemas))
    }
  }
  let result = ''
  let at = 0
  for (const { start, end, text } of cuts) {
    result += code.slice(at, start) + text
    at = end
  }
  return result + code.slice(at)
}

const endpoints: Record<string, Record<string, Endpoint>> = api

/**
 * Writes what the browser needs of an endpoint where it is called, so that a page contains the endpoints that it calls instead of
 * tables of all. An endpoint that is not named in the code stays a member of its table.
 */
export function withOwnCalls(code: string): string {
  const local = /import \{[^}]*\bapi\b(?: as (\w+))?[^}]*\} from ["']@virtual-courses\/contract["']/.exec(code)
  if (!local) return code
  return code.replaceAll(
    new RegExp(`(?<![.\\w$])${local[1] ?? 'api'}\\.(\\w+)\\.(\\w+)\\b`, 'g'),
    (whole, noun, name) => {
      const found = endpoints[noun]?.[name]
      return found ? `(${JSON.stringify({ method: found.method, path: found.path, kind: found.kind })})` : whole
    },
  )
}

/**
 * Removes the schemas of the contract from browser bundles and replaces zod by an empty stand-in, which saves 37 kB of
 * JavaScript (gzip) on the first page; the tables of endpoints follow, another 3 kB. The browser needs an endpoint's method and
 * path only: the server validates. Parsing with a schema in the browser throws instead of accepting everything.
 */
export function schemaFreeContract(): Plugin {
  return {
    name: 'schema-free-contract',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    resolveId: {
      order: 'pre',
      handler: (source, importer) => (source === 'zod' && importer?.includes('/contract/src/') ? shim : undefined),
    },
    load: (id) => (id === shim ? shimCode : undefined),
    transform(code, id) {
      if (/\/contract\/src\/([\w-]+\/)*[\w-]+\.ts$/.test(id)) return { code: withoutSchemas(code), map: null }
      const ours = /\/web\/src\/.*\.tsx?(\?|$)/.test(id) && code.includes('@virtual-courses/contract')
      return ours ? { code: withOwnCalls(code), map: null } : undefined
    },
  }
}
