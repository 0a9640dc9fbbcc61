import type { z } from 'zod'
import type { ErrorCode } from './problem.ts'

/** Who may call: the ring of the server that the endpoint must be registered in. */
export type Access = 'public' | 'signedIn' | 'student' | 'educator' | 'admin' | 'webhook'

export type Method = 'GET' | 'POST' | 'DELETE'

/** Largest body of a call in bytes, for all calls whose schema takes no more. */
export const defaultBodyBytes = 16 * 1024

/** A file field of a multipart call. `maxBytes` is refused early, before the bytes are read where the length is announced. */
export type FileRule = { kind: 'image' | 'video'; maxBytes: number }

type Base = {
  method: Method
  /** Fastify notation: `/api/course/getcourse/:courseId` */
  path: string
  access: Access
  /** A GET that changes something all the same: pages of other sites may not make a browser call it. */
  changesState?: true
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  /** Largest body in bytes, `defaultBodyBytes` where nothing is said; uploads' files have limits of their own. */
  maxBodyBytes?: number
  /** Codes that this endpoint may answer besides those that every ring brings along. */
  errors: readonly ErrorCode[]
}

export type JsonEndpoint = Base & {
  kind: 'json'
  body?: z.ZodType
  /** HTTP status of success */
  status: 200 | 201
  /** Fields that are not in this schema never reach the wire. */
  reply: z.ZodType
}

export type UploadEndpoint = Base & {
  kind: 'upload'
  /** The text fields of the multipart body. */
  body: z.ZodObject
  files: Readonly<Record<string, FileRule>>
  status: 200 | 201
  reply: z.ZodType
}

/** Answers bytes or text as they come: media ranges, event streams. */
export type StreamEndpoint = Base & {
  kind: 'stream'
  body?: z.ZodType
  status: 200
  /** media type of the answer, as OpenAPI shows it */
  contentType: string
}

export type Endpoint = JsonEndpoint | UploadEndpoint | StreamEndpoint

type Without<T> = Omit<T, 'kind'>

/** Declares a call with a JSON (or no) body and a JSON reply. */
export function endpoint<const E extends Without<JsonEndpoint>>(definition: E): E & { kind: 'json' } {
  return { ...definition, kind: 'json' }
}

/** Declares a multipart call with text fields and files. */
export function upload<const E extends Without<UploadEndpoint>>(definition: E): E & { kind: 'upload' } {
  return { ...definition, kind: 'upload' }
}

/** Declares a call that answers a stream of bytes or text. */
export function stream<const E extends Without<StreamEndpoint>>(definition: E): E & { kind: 'stream' } {
  return { ...definition, kind: 'stream' }
}

type Out<T> = T extends z.ZodType ? z.output<T> : undefined
type In<T> = T extends z.ZodType ? z.input<T> : undefined
type Get<E, K extends string> = E extends Record<K, infer V> ? V : undefined

/** What a handler gets after validation. */
export type ParamsOf<E> = Out<Get<E, 'params'>>
export type QueryOf<E> = Out<Get<E, 'query'>>
export type BodyOf<E> = Out<Get<E, 'body'>>
/** What a caller may send. */
export type ParamsInput<E> = In<Get<E, 'params'>>
export type QueryInput<E> = In<Get<E, 'query'>>
export type BodyInput<E> = In<Get<E, 'body'>>
/** What a handler returns (before the filter) and what a caller receives. */
export type ReplyInput<E> = In<Get<E, 'reply'>>
export type ReplyOf<E> = Out<Get<E, 'reply'>>
export type FilesOf<E> = E extends { files: infer F } ? F : Record<never, FileRule>

/** A message of the socket that the server sends by itself. */
export type EventRule = { name: string; payload: z.ZodType; summary: string }

/** Declares a message that the server sends over the socket; its payload is filtered by the schema as replies are. */
export function event<const E extends EventRule>(definition: E): E {
  return definition
}

/** What a listener of the event receives. */
export type PayloadOf<E extends EventRule> = z.output<E['payload']>
