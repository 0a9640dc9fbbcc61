// The import law: which module may import which. `npm run check` holds it; ARCHITECTURE.md explains it.

/** Features, and the parts of large ones, in the order of their dependencies: each may import the `index.ts` of those before it. */
const features = [
  'site-pages',
  'media',
  'papers',
  'accounts',
  'courses',
  'lectures',
  'openings',
  'video/streams',
  'video/captions',
  'video/uploads',
  'video/delivery',
  'ledger',
  'invoices',
  'offers',
  'reviews',
  'drafts',
  'enrolments',
  'sales',
  'payouts',
  'learning',
  'certificates',
  'notes',
  'quizzes',
  'assignments',
  'marks',
  'questions',
  'announcements',
  'wishlist',
  'notifications',
  'live',
  'models',
  'search',
  'assistant',
  'admin',
  'privacy',
]

/** Folders of one feature in the order of their dependencies. */
const salesParts = ['refunds', 'settlement', 'findings', 'disputes', 'checkout', 'reconciliation']

const server = (module) => `^server/src/${module}/`
const web = (module) => `^web/src/${module}/`
const tests = '[.]test[.]tsx?$|/(conformance|fixtures)'
const packages = 'node_modules'
const contract = '^contract/src/'

/** Everything in `from` may import its own files and those that match `to`; tests are free. */
const only = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: tests },
  to: { pathNot: [from, ...to], dependencyTypesNot: ['core'] },
})
const vendorSdk = `${packages}/(@aws-sdk|nodemailer|openid-client|sharp|ai|@ai-sdk|@energetic-ai|@redis|rate-limiter-flexible)/`

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Modules that import each other, types included, cannot be understood one at a time.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nothing imports and that is no program is dead: delete it.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          tests,
          '[.](config|d)[.]tsx?$',
          '^(bench|demo/draw)/[^/]+[.]ts$|[.]spec[.]ts$',
          '^web/src/(pages|entry|routes|root)',
          '[.](cjs|page[.]js)$',
        ],
      },
      to: {},
    },
    {
      name: 'not-resolvable',
      comment: 'The import leads to no file and to no package of a package.json.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(vitest|react-router|vite|virtual:)|[+]types/' },
    },
    only('contract', contract, [`${packages}/zod/`], 'The contract imports zod.'),
    only(
      'core',
      server('core'),
      [contract, server('ports'), server('db'), packages],
      'Core imports the contract, ports and the types of the database.',
    ),
    only('http', server('http'), [contract, server('core'), packages], 'Transport knows no feature.'),
    only(
      'realtime',
      server('realtime'),
      [contract, server('core'), server('ports'), packages],
      'Sockets know no feature.',
    ),
    only(
      'ports',
      server('ports'),
      [contract, `${packages}/(zod|@lingui/core)/`],
      'A port is an interface over types of the contract; what people read of its failures are messages.',
    ),
    only('db', server('db'), [contract, server('core'), packages], 'The schema knows no feature.'),
    only(
      'features',
      server('features'),
      [contract, server('core'), server('ports'), '^server/src/db/schema', '^server/src/http/serve[.]ts$', packages],
      'A feature knows core, ports and how to serve an endpoint.',
    ),
    {
      name: 'adapters',
      comment: 'An adapter imports its own port and its vendor SDK; `s3` and `programs` are what two adapters share.',
      severity: 'error',
      from: { path: '^server/src/adapters/([^/]+)/', pathNot: tests },
      to: {
        path: '^(server|web|demo|embedded-postgres)/(?!node_modules/)',
        pathNot: ['^server/src/adapters/($1|s3|programs)/', server('ports'), '^server/src/core/domain-error[.]ts$'],
      },
    },
    {
      name: 'vendor-sdks',
      comment: 'Vendor SDKs belong to adapters.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: [tests, server('adapters'), server('app')] },
      to: { path: vendorSdk },
    },
    ...features.map((feature) => ({
      name: `index-of-${feature}`,
      comment: 'Other features are imported by their index.ts.',
      severity: 'error',
      from: { path: server('features'), pathNot: [tests, server(`features/${feature}`)] },
      to: { path: server(`features/${feature}`), pathNot: `^server/src/features/${feature}/index[.]ts$` },
    })),
    ...features.map((feature, index) => ({
      name: `feature-order-${feature}`,
      comment: `Features import one another in one direction: ${features.join(', ')}.`,
      severity: 'error',
      from: { path: server(`features/${feature}`), pathNot: tests },
      to: { path: server(`features/(${features.slice(index + 1).join('|') || '-'})`) },
    })),
    ...salesParts.map((part, index) => ({
      name: `sales-order-${part}`,
      comment: `The folders of sales import one another in one direction: ${salesParts.join(', ')}.`,
      severity: 'error',
      from: { path: server(`features/sales/${part}`), pathNot: tests },
      to: { path: server(`features/sales/(${salesParts.slice(index + 1).join('|') || '-'})`) },
    })),
    {
      name: 'programs-beside',
      comment: 'The product knows neither its tests nor its benchmarks and scripts.',
      severity: 'error',
      from: { path: '^(contract|server|web|embedded-postgres|demo)/', pathNot: [tests, '^server/test/'] },
      to: { path: '^(scripts|bench|e2e)/|^server/test/' },
    },
    only(
      'e2e',
      '^e2e/',
      [contract, '^scripts/', '^server/test/', packages],
      'A test in the browser knows what a user can reach: no source of the server or of the pages.',
    ),
    {
      name: 'scripts',
      comment: 'Scripts know what they start; of the web application and of the features they read nothing.',
      severity: 'error',
      from: { path: '^scripts/', pathNot: tests },
      to: { path: ['^web/src/', server('features')] },
    },
    {
      name: 'bench',
      comment: 'A benchmark measures what is built; it imports no page.',
      severity: 'error',
      from: { path: '^bench/' },
      to: { path: '^(web/src|e2e)/' },
    },
    only('embedded-postgres', '^embedded-postgres/', [packages], 'It knows nothing of the product.'),
    only('demo', '^demo/src/', [contract], 'The demo is data; server/src/app/demo-seed writes it.'),
    {
      name: 'demo-through-the-seed',
      comment: 'The product imports the demo through its seed.',
      severity: 'error',
      from: { path: '^(server|web|contract)/', pathNot: [tests, server('app/demo-seed'), '^server/test/'] },
      to: { path: '^demo/' },
    },
    {
      name: 'server-and-web-apart',
      comment:
        'The server loads the built bundle, never sources of the web app; the browser has only the contract of the server.',
      severity: 'error',
      from: { path: '^(server|web)/' },
      to: { path: '^(server|web)/', pathNot: '^$1/' },
    },
    only(
      'ui',
      web('ui'),
      [packages, '^contract/src/values/(amounts|isolate)[.]ts$', '^web/src/lib/text/trans(lator)?[.]tsx?$'],
      'The design system knows no product words; its own sentences, with their names and sizes, are said as everywhere.',
    ),
    only('lib', web('lib'), [contract, packages], 'lib imports the contract.'),
    {
      name: 'web-features',
      comment: 'A feature imports lib, ui and the contract, never another feature.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/', pathNot: tests },
      to: { path: '^web/src/', pathNot: ['^web/src/features/$1/', web('ui'), web('lib')] },
    },
  ],
  options: {
    doNotFollow: { path: packages },
    exclude: { path: '[.]react-router/|web/build/|floor-app|demo/draw/node_modules' },
    parser: 'swc',
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      conditionNames: ['import', 'node', 'production', 'default'],
      exportsFields: ['exports'],
    },
    builtInModules: { add: [] },
  },
}
