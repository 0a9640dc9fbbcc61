import type { z } from 'zod'
import type { ErrorCode } from './problem.ts'

/** Access level: who may call an endpoint. The server must register the endpoint with the routes of this level. */
export type Access = 'public' | 'signedIn' | 'student' | 'educator' | 'admin' | 'webhook'

export type Method = 'GET' | 'POST' | 'DELETE' | 'HEAD' | 'PATCH'

/** Maximum size of a request body in bytes, unless an endpoint sets `maxBodyBytes`. */
export const defaultBodyBytes = 16 * 1024

/** A file field of a multipart body. A larger file is refused, before it is read if its length is announced. */
export type FileRule = { kind: 'image' | 'video' | 'document'; maxBytes: number }

type Base = {
  method: Method
  /** Fastify notation: `/api/course/getcourse/:courseId` */
  path: string
  access: Access
  /** Set on a GET that changes something, be it the audit log, so that pages of other sites cannot make a browser call it. */
  changesState?: true
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  /** Maximum size of the body in bytes, by default `defaultBodyBytes`; files of uploads have their own limits. */
  maxBodyBytes?: number
  /** Error codes of this endpoint, besides those of its access level and of all endpoints. */
  errors: readonly ErrorCode[]
}

export type JsonEndpoint = Base & {
  kind: 'json'
  body?: z.ZodType
  /** HTTP status of success */
  status: 200 | 201
  /** Fields that are not in this schema are not sent. */
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

/** A stream of bytes or text: media ranges, event streams. */
export type StreamEndpoint = Base & {
  kind: 'stream'
  body?: z.ZodType
  status: 200
  /** media type of the response in OpenAPI */
  contentType: string
}

/**
 * A request of the tus protocol 1.0.0 for resumable uploads. Its input and its reply are headers; a part of a file is a body of
 * the type `application/offset+octet-stream`.
 */
export type TusEndpoint = Base & {
  kind: 'tus'
  /** its body is a part of the file */
  takesPart?: true
  status: 200 | 201 | 204
}

export type Endpoint = JsonEndpoint | UploadEndpoint | StreamEndpoint | TusEndpoint

type Without<T> = Omit<T, 'kind'>

/** Declares an endpoint with a JSON body or none, and a JSON reply. */
export function endpoint<const E extends Without<JsonEndpoint>>(definition: E): E & { kind: 'json' } {
  return { ...definition, kind: 'json' }
}

/** Errors of every endpoint that takes files. */
export const uploadErrors = [
  'too_large',
  'wrong_media',
  'broken_upload',
  'request_timeout',
  'rate_limited',
  'unavailable',
  'disk_full',
  'storage_full',
] as const satisfies readonly ErrorCode[]

/** Declares an endpoint with a multipart body of text fields and files. */
export function upload<const E extends Without<UploadEndpoint>>(definition: E): E & { kind: 'upload' } {
  return { ...definition, kind: 'upload' }
}

/** Declares an endpoint that replies with a stream of bytes or text. */
export function stream<const E extends Without<StreamEndpoint>>(definition: E): E & { kind: 'stream' } {
  return { ...definition, kind: 'stream' }
}

/** Declares an endpoint of the tus protocol. */
export function tus<const E extends Without<TusEndpoint>>(definition: E): E & { kind: 'tus' } {
  return { ...definition, kind: 'tus' }
}

type Out<T> = T extends z.ZodType ? z.output<T> : undefined
type In<T> = T extends z.ZodType ? z.input<T> : undefined
type Get<E, K extends string> = E extends Record<K, infer V> ? V : undefined

/** Input of a handler after validation. */
export type ParamsOf<E> = Out<Get<E, 'params'>>
export type QueryOf<E> = Out<Get<E, 'query'>>
export type BodyOf<E> = Out<Get<E, 'body'>>
/** Input that a caller sends. */
export type ParamsInput<E> = In<Get<E, 'params'>>
export type QueryInput<E> = In<Get<E, 'query'>>
export type BodyInput<E> = In<Get<E, 'body'>>
/** What a handler returns before the reply filter, and what a caller receives. */
export type ReplyInput<E> = In<Get<E, 'reply'>>
export type ReplyOf<E> = Out<Get<E, 'reply'>>
export type FilesOf<E> = E extends { files: infer F } ? F : Record<never, FileRule>

/** An event that the server sends over the socket. */
export type EventRule = { name: string; payload: z.ZodType; summary: string }

/** Declares an event that the server sends over the socket; its payload is filtered by the schema like replies. */
export function event<const E extends EventRule>(definition: E): E {
  return definition
}

/** Payload that a listener of the event receives. */
export type PayloadOf<E extends EventRule> = z.output<E['payload']>
