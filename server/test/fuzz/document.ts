/** A JSON schema as the OpenAPI document carries it. */
export type Schema = { [key: string]: unknown }

export type Access = 'public' | 'webhook' | 'signedIn' | 'student' | 'educator' | 'admin'

export type Operation = {
  id: string
  method: string
  /** with `{name}` for each path parameter */
  path: string
  access: Access
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[]
  body: { multipart: boolean; schema: Schema } | undefined
  /** by status; `schema` only where the answer is JSON */
  responses: ReadonlyMap<number, { schema: Schema | undefined; problem: boolean }>
}

type Json = { [key: string]: Json } & { [Symbol.iterator]?: never }
type Media = { content?: Record<string, { schema?: Schema }>; $ref?: string }

const resolve = (document: Json, response: Media): Media => {
  if (response.$ref === undefined) return response
  let found: unknown = document
  for (const name of response.$ref.split('/').slice(1)) found = (found as Record<string, unknown>)[name]
  return found as Media // a reference of the document leads to its own kind
}

/** Every operation of an OpenAPI document, in its order. */
export function operationsOf(document: object): Operation[] {
  const { paths } = document as { paths: Record<string, Record<string, Record<string, unknown>>> } // OpenAPI's own shape
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const content = Object.entries((operation.requestBody as Media | undefined)?.content ?? {})[0]
      const responses = Object.entries(operation.responses as Record<string, Media>).map(([status, given]) => {
        const json = resolve(document as Json, given).content?.['application/json']?.schema
        const problem = json?.$ref === '#/components/schemas/Problem'
        return [Number(status), { schema: problem ? undefined : json, problem }] as const
      })
      return {
        id: operation.operationId as string,
        method: method.toUpperCase(),
        path,
        access: operation['x-access'] as Access,
        parameters: (operation.parameters ?? []) as Operation['parameters'],
        body: content && { multipart: content[0].startsWith('multipart/'), schema: content[1].schema ?? {} },
        responses: new Map(responses),
      }
    }),
  )
}

export const problemSchemaOf = (document: object): Schema =>
  (document as { components: { schemas: { Problem: Schema } } }).components.schemas.Problem // OpenAPI's own shape
