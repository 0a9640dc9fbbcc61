// Writes the part of the schema.org vocabulary that our structured data uses, for the test that validates it:
// node scripts/checks/vendor-schema-org.ts schemaorg-current-https.jsonld
// The file is that of a release: https://schema.org/docs/developers.html
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const target = join(import.meta.dirname, '../../web/src/features/courses/fixtures/schema-org.json')

/** Types that our pages name. */
const used = [
  ...['AggregateRating', 'BreadcrumbList', 'Course', 'CourseInstance', 'ItemList', 'ListItem', 'Offer'],
  ...['Organization', 'Person', 'Thing', 'WebSite'],
]

type Reference = { '@id': string }
type Node = Reference & {
  '@type': string | string[]
  'rdfs:subClassOf'?: Reference | Reference[]
  'schema:domainIncludes'?: Reference | Reference[]
  'schema:rangeIncludes'?: Reference | Reference[]
  'schema:supersededBy'?: unknown
}

const names = (references: Reference | Reference[] | undefined): string[] =>
  [references ?? []].flat().map((one) => one['@id'].replace('schema:', ''))

const [source] = process.argv.slice(2)
if (source === undefined) throw new Error('Name the file of the release')
const { '@graph': graph } = JSON.parse(readFileSync(source, 'utf8')) as { '@graph': Node[] } // the vocabulary as JSON-LD

const parents = new Map(graph.map((node) => [node['@id'].replace('schema:', ''), names(node['rdfs:subClassOf'])]))
const ancestors = (type: string): string[] => [type, ...(parents.get(type) ?? []).flatMap(ancestors)]

const types = Object.fromEntries(used.map((type) => [type, [...new Set(ancestors(type))]]))
const domains = new Set(Object.values(types).flat())
const properties = Object.fromEntries(
  graph
    .filter((node) => [node['@type']].flat().includes('rdf:Property') && node['schema:supersededBy'] === undefined)
    .map((node) => ({
      name: node['@id'].replace('schema:', ''),
      of: names(node['schema:domainIncludes']).filter((domain) => domains.has(domain)),
      values: names(node['schema:rangeIncludes']),
    }))
    .filter(({ of }) => of.length > 0)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, of, values }) => [name, { of, values }]),
)
const lines = (entries: object): string =>
  Object.entries(entries)
    .map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(',\n')
writeFileSync(target, `{\n  "types": {\n${lines(types)}\n  },\n  "properties": {\n${lines(properties)}\n  }\n}\n`)
