import { STATUS_CODES } from 'node:http'
import { api, type Endpoint, Problem, statusOf } from '@virtual-courses/contract'
import { z } from 'zod'

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return rest
}

const parametersOf = (schema: z.ZodObject | undefined, location: 'path' | 'query') =>
  Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: location,
    required: location === 'path' || !(field as z.ZodType).safeParse(undefined).success, // shape values are schemas
    schema: schemaOf(field as z.ZodType, 'input'),
  }))

/** What requests of the tus protocol have in headers, by method. */
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

/** Statuses that any endpoint may reply with, before or instead of its handler. */
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
  for (const [tag, endpoints] of Object.entries(api)) {
    for (const [name, endpoint] of Object.entries(endpoints as Record<string, Endpoint>)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      const parameters = [
        ...parametersOf(endpoint.params, 'path'),
        ...parametersOf(endpoint.query, 'query'),
        ...headersOf(endpoint),
      ]
      const requestBody = requestBodyOf(endpoint)
      paths[path] ??= {}
      paths[path][endpoint.method.toLowerCase()] = {
        operationId: `${tag}.${name}`,
        tags: [tag],
        summary: endpoint.summary,
        'x-access': endpoint.access,
        ...(endpoint.access !== 'public' && endpoint.access !== 'webhook' && { security: [{ session: [] }] }),
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
      version: '0.1.0',
      description: 'Every error is a Problem. Amounts of money are paise, prices rupees; dates are ISO 8601 UTC.',
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem, 'output') },
      responses: sharedResponses,
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookie } },
    },
  }
}
