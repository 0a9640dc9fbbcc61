import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { runInNewContext } from 'node:vm'

type Route = Record<string, unknown> & { imports: string[] }
type Manifest = { routes: Record<string, Route> }

/** The first of the characters that stand for files: after the quote. */
const firstCode = 0x23

/** Runs in browsers. Keep it in step with `compactManifest`. */
const unfold = `(manifest,files,keys,flags,rows)=>{
for(const [values,bits,imports] of rows){
const route={};
keys.forEach((key,i)=>{if(values[i]!=null)route[key]=values[i]});
flags.forEach((key,i)=>{route[key]=!!(bits>>i&1)});
route.imports=Array.from(imports,one=>files[one.charCodeAt()-${firstCode}]);
manifest.routes[route.id]=route
}
return manifest}`.replaceAll('\n', '')

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'

/**
 * Returns a script with the same meaning as the router's list of all routes, in two thirds of its size (gzip): it repeats the names
 * of properties and files for each route. The order of a route's files changes, which means nothing. Throws when anything else would.
 */
export function compactManifest(script: string): string {
  const read = (code: string): Manifest => runInNewContext(`window={};${code};window.__reactRouterManifest`)
  const { routes, ...manifest } = read(script)
  const all = Object.values(routes)
  const uses = new Map<string, number>()
  for (const { imports } of all) for (const file of imports) uses.set(file, (uses.get(file) ?? 0) + 1)
  // the most used first: their characters stand together
  const files = [...uses.keys()].sort((a, b) => (uses.get(b) ?? 0) - (uses.get(a) ?? 0) || (a < b ? -1 : 1))
  const sorted = (imports: string[]) => imports.map((file) => files.indexOf(file)).sort((a, b) => a - b)
  const flags = [
    ...new Set(all.flatMap((route) => Object.keys(route).filter((key) => isFlag(route[key]) && key !== 'index'))),
  ]
  const keys = [...new Set(all.flatMap(Object.keys))].filter((key) => key !== 'imports' && !flags.includes(key))
  const rows = all.map((route) => [
    keys.map((key) => route[key] ?? null),
    flags.reduce((bits, key, place) => bits | (Number(route[key]) << place), 0),
    String.fromCharCode(...sorted(route.imports).map((place) => firstCode + place)),
  ])
  const values = [{ ...manifest, routes: {} }, files, keys, flags, rows].map((value) => JSON.stringify(value))
  const compact = `window.__reactRouterManifest=(${unfold})(${values.join(',')});`
  const expected = Object.entries(routes).map(([id, route]) => [
    id,
    { ...route, imports: sorted(route.imports).map((place) => files[place]) },
  ])
  // values of another context have other prototypes
  const same = (a: unknown, b: unknown) =>
    isDeepStrictEqual(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)))
  if (!same(read(compact), { ...manifest, routes: Object.fromEntries(expected) }))
    throw new Error('The list of routes has parts that its compact form does not keep')
  return compact
}

/** Makes the list of routes in a built folder compact. */
export async function compactManifestIn(assets: string): Promise<void> {
  for (const name of await readdir(assets)) {
    if (!/^manifest-\w+\.js$/.test(name)) continue
    const file = join(assets, name)
    await writeFile(file, compactManifest(await readFile(file, 'utf8')))
  }
}
