import { STATUS_CODES } from 'node:http'
import { api, type Endpoint, Problem, statusOf } from '@virtual-courses/contract'
import { z } from 'zod'
import { productVersion } from '#core/product-version.ts'

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override({ jsonSchema }) {
      // a tuple allows no further items; some tools treat `false` as a missing schema
      if (jsonSchema.items === false) jsonSchema.items = { not: {} }
    },
  })
  return rest
}

const parametersOf = (schema: z.ZodObject | undefined, location: 'path' | 'query', nameOf = (name: string) => name) =>
  Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name: nameOf(name),
    in: location,
    ...(nameOf(name) !== name && { description: name }),
    required: location === 'path' || !(field as z.ZodType).safeParse(undefined).success, // shape values are schemas
    schema: schemaOf(field as z.ZodType, 'input'),
  }))

/** Returns a path without the names of its parameters, so that operations with different names share it. */
const shapeOf = (path: string): string => path.replace(/:\w+/g, ':')

/** Returns the paths with several names for a parameter; to OpenAPI, paths that differ only in such a name are the same. */
function severallyNamed(endpoints: readonly Endpoint[]): ReadonlySet<string> {
  const known = new Map<string, string>()
  const several = new Set<string>()
  for (const { path } of endpoints) {
    if ((known.get(shapeOf(path)) ?? path) !== path) several.add(shapeOf(path))
    known.set(shapeOf(path), path)
  }
  return several
}

/** Request headers of the tus protocol, by method. */
const tusHeaders: Readonly<Record<string, readonly (readonly [name: string, schema: object])[]>> = {
  POST: [
    ['Upload-Length', { type: 'integer', minimum: 1 }],
    ['Upload-Metadata', { type: 'string' }],
  ],
  PATCH: [['Upload-Offset', { type: 'integer', minimum: 0 }]],
}

const headersOf = ({ kind, method }: Endpoint) =>
  kind === 'tus'
    ? [['Tus-Resumable', { const: '1.0.0' }] as const, ...(tusHeaders[method] ?? [])].map(([name, schema]) => ({
        name,
        in: 'header',
        required: true,
        schema,
      }))
    : []

function requestBodyOf(endpoint: Endpoint) {
  if (endpoint.kind === 'upload') {
    const schema = schemaOf(endpoint.body, 'input') as { properties?: object } // an object schema has properties
    const files = Object.fromEntries(
      Object.keys(endpoint.files).map((name) => [
        name,
        { type: 'string', contentMediaType: 'application/octet-stream' },
      ]),
    )
    return {
      content: { 'multipart/form-data': { schema: { ...schema, properties: { ...schema.properties, ...files } } } },
    }
  }
  if (endpoint.kind === 'tus')
    return endpoint.takesPart ? { content: { 'application/offset+octet-stream': {} } } : undefined
  return (
    endpoint.body && { required: true, content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } }
  )
}

const accessErrors = {
  public: [],
  webhook: [],
  signedIn: [401],
  student: [401, 403],
  educator: [401, 403],
  admin: [401, 403],
} as const

const tagTexts: Record<keyof typeof api, string> = {
  accounts: 'Signing up, logging in, passwords, profiles and sessions',
  admin: 'Users, courses, reviews, settings and the audit log',
  adminOffers: 'Coupons of the site, and bundles of all educators',
  adminPages: 'Editing the pages that a shop must show, and what is missing before real money is taken',
  adminOrders: 'Orders, refunds and the state of the money',
  agenda: 'What a user does next, and the calendar of their dates',
  adminPosts: 'Questions and answers for admins',
  ai: 'Search in plain words, and the ChatBot',
  assignments: 'Assignments of courses, and what students hand in',
  announcements: 'Announcements of educators to their students',
  bulk: 'Acts of admins on several rows at once, and their undoing',
  certificates: 'Certificates of completed courses: checking, issuing, withdrawing, and the keys that sign them',
  courses: 'Courses: the catalogue, and an educator’s own',
  completion: 'What counts towards completing a course',
  drafts: 'What was typed into forms of the studio and is not saved',
  enrolments: 'Buying a course, and who is enrolled',
  factors: 'Passkeys, authenticator apps and recovery codes of the current user',
  insight: 'How lectures are watched',
  invitations: 'Invitations of admins',
  invoices: 'Invoices and billing details',
  learning: 'Progress of students',
  lectures: 'Lectures with their captions, chapters and attachments',
  listExports: 'Lists of admins as tables',
  live: 'Live sessions',
  recordings: 'Recordings of live sessions',
  liveAttendance: 'Attendance of live sessions',
  liveTogether: 'Questions, polls and notes of live sessions',
  liveBoard: 'Whiteboards of live sessions',
  marks: 'Marks of students in the quizzes and assignments of a course',
  media: 'Images, videos, streams and files',
  notes: 'A user’s own notes and bookmarks in lectures',
  openings: 'When sections and lectures open to students',
  notifications: 'Notifications and their settings',
  offers: 'What a course or bundle costs with a coupon',
  orders: 'A student’s own orders and refunds',
  ownAccount: 'A user’s own account: address, data, deletion',
  ownOffers: 'Coupons, bundles and sales of an educator',
  passages: 'Search inside lectures',
  payoutRuns: 'Payouts to educators, for admins',
  payouts: 'An educator’s balance, statements and bank details',
  publicPages: 'What search engines read',
  quizAttempts: 'Attempts at quizzes, and their marks',
  quizBank: 'Questions of a course for its quizzes',
  quizStatistics: 'What attempts say about questions',
  quizTransfer: 'Files of questions and answers',
  quizzes: 'Quizzes as entries of a curriculum',
  videoChecks: 'Questions at which videos stop',
  questions: 'Questions about lectures, with their answers',
  reviews: 'Reviews and replies',
  savedFilters: 'Filters of lists that an admin has saved',
  sections: 'Sections of a course',
  signIn: 'Passkeys, and the second step of a login',
  sitePages: 'The pages that a shop must show, and what people agree to',
  storage: 'Bytes in use',
  unsureSearches: 'Questions that the search was not sure of',
  transcriptions: 'Captions made by a machine',
  tutor: 'Tutor of a course',
  uploads: 'Uploads in parts, by the tus protocol',
  videos: 'Preparation of streams',
  wishlist: 'Wishlists of students',
}

const accessTexts: Record<Endpoint['access'], string> = {
  public: 'For everyone, without an account.',
  webhook: 'For the payment provider, whose signature is checked.',
  signedIn: 'For every user.',
  student: 'For students.',
  educator: 'For educators.',
  admin: 'For admins.',
}

/** Statuses that any endpoint may reply with before its handler runs, or instead of it. */
const everywhere = [400, 405, 414, 429, 431, 500, 503]
const withBody = [408, 413, 415]

const problem = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } }
const seconds = { description: 'Seconds until another attempt makes sense', schema: { type: 'integer' } }

const problemResponse = (status: number, description: string) => ({
  description,
  ...((status === 429 || status === 503) && { headers: { 'Retry-After': seconds } }),
  ...(status === 405 && {
    headers: { Allow: { description: 'Methods of this address', schema: { type: 'string' } } },
  }),
  content: problem,
})

/** Shared responses, for statuses without error codes of the operation. */
const sharedResponses = Object.fromEntries(
  [...everywhere, ...withBody, 401, 403].map((status) => [
    `Problem${status}`,
    problemResponse(status, STATUS_CODES[status] ?? 'Refused'),
  ]),
)

function responsesOf(endpoint: Endpoint) {
  // also for endpoints without a body schema: size and type of a body are checked
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'HEAD'
  const own = new Map<number, string[]>()
  for (const code of endpoint.errors) own.set(statusOf(code), [...(own.get(statusOf(code)) ?? []), code])
  const statuses = new Set([
    ...everywhere,
    ...(hasBody ? withBody : []),
    ...accessErrors[endpoint.access],
    ...own.keys(),
  ])
  const responseOf = (status: number) => {
    const codes = own.get(status)
    return codes ? problemResponse(status, codes.join(', ')) : { $ref: `#/components/responses/Problem${status}` }
  }
  return {
    [endpoint.status]: {
      description: 'Success',
      ...(endpoint.kind !== 'tus' && {
        content:
          endpoint.kind === 'stream'
            ? { [endpoint.contentType]: {} }
            : { 'application/json': { schema: schemaOf(endpoint.reply, 'output') } },
      }),
    },
    ...Object.fromEntries([...statuses].sort((a, b) => a - b).map((status) => [status, responseOf(status)])),
  }
}

/** Returns the contract as an OpenAPI 3.1 document. */
export function openApiDocument(publicUrl: string, sessionCookie: string): object {
  const paths: Record<string, Record<string, object>> = {}
  const several = severallyNamed(
    Object.values(api).flatMap((group) => Object.values(group as Record<string, Endpoint>)),
  )
  for (const [tag, endpoints] of Object.entries(api)) {
    for (const [name, endpoint] of Object.entries(endpoints as Record<string, Endpoint>)) {
      const nameOf = (param: string) => (several.has(shapeOf(endpoint.path)) ? 'id' : param)
      const path = endpoint.path.replace(/:(\w+)/g, (_, param: string) => `{${nameOf(param)}}`)
      const parameters = [
        ...parametersOf(endpoint.params, 'path', nameOf),
        ...parametersOf(endpoint.query, 'query'),
        ...headersOf(endpoint),
      ]
      const requestBody = requestBodyOf(endpoint)
      paths[path] ??= {}
      paths[path][endpoint.method.toLowerCase()] = {
        operationId: `${tag}.${name}`,
        tags: [tag],
        summary: endpoint.summary,
        description: accessTexts[endpoint.access],
        'x-access': endpoint.access,
        security: endpoint.access === 'public' || endpoint.access === 'webhook' ? [] : [{ session: [] }],
        ...(parameters.length > 0 && { parameters }),
        ...(requestBody && { requestBody }),
        responses: responsesOf(endpoint),
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Virtual Courses',
      version: productVersion,
      description: 'Every error is a Problem. Amounts of money are paise, prices rupees; dates are ISO 8601 UTC.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { url: publicUrl },
    },
    servers: [{ url: publicUrl }],
    tags: Object.keys(api).map((name) => ({ name, description: tagTexts[name as keyof typeof api] })), // keys of the api
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem, 'output') },
      responses: sharedResponses,
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookie } },
    },
  }
}
