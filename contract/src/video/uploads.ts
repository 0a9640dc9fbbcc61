import { z } from 'zod'
import { endpoint, tus } from '../endpoint.ts'
import { Lecture } from '../lectures.ts'
import { Id, Instant } from '../values/fields.ts'
import { sentence } from '../values/sentence.ts'

/** Maximum number of unfinished uploads of an educator, and of their bytes together (20 GiB). */
export const maxUnfinishedUploads = 20
export const maxUnfinishedBytes = 20 * 1024 ** 3
/** Size in bytes of a slice, for which a client may record a checksum; the last slice is shorter. */
export const uploadSliceBytes = 16 * 1024 ** 2
/** Maximum number of checksums in one call. */
export const maxChecksums = 64
/** Days after which an unfinished upload is deleted, and minutes after which one without any bytes is. */
export const uploadDays = 7
export const emptyUploadMinutes = 60

export const uploadStates = ['receiving', 'checking', 'done', 'refused'] as const
export const UploadState = z.enum(uploadStates)
export type UploadState = z.output<typeof UploadState>

/** A video that is on its way to a lecture. */
export const Upload = z.object({
  _id: Id,
  /** null when the lecture was removed meanwhile */
  lectureId: Id.nullable(),
  courseId: Id.nullable(),
  lectureTitle: z.string(),
  fileName: z.string(),
  bytes: z.number().int(),
  /** bytes that have arrived; while more arrive, up to some seconds old */
  received: z.number().int(),
  /** `receiving`, then `checking`, then `done`, when the lecture has the video, or `refused` */
  state: UploadState,
  /** why it was refused; null otherwise */
  problem: z.string().nullable(),
  createdAt: Instant,
  /** when it is deleted unless it is complete */
  expiresAt: Instant,
})
export type Upload = z.output<typeof Upload>

const params = z.object({ uploadId: Id })

/**
 * Videos of lectures by the tus protocol 1.0.0 (https://tus.io), which resumes after a broken connection. All requests but the
 * list and the result carry `Tus-Resumable: 1.0.0`.
 */
export const uploads = {
  create: tus({
    method: 'POST',
    path: '/api/uploads',
    access: 'educator',
    summary:
      'Begin an upload: Upload-Length is the size of the video, Upload-Metadata has lectureId, filename, and as far as known filetype and sha256 (hexadecimal). Location is its address, Upload-Expires its end',
    status: 201,
    errors: [
      'not_found',
      'invalid_input',
      'too_large',
      'wrong_media',
      'rate_limited',
      'unavailable',
      'disk_full',
      'storage_full',
      'tus_version',
    ],
  }),
  head: tus({
    method: 'HEAD',
    path: '/api/uploads/:uploadId',
    access: 'educator',
    summary: 'How much of an own upload has arrived: Upload-Offset of Upload-Length',
    params,
    status: 200,
    errors: ['not_found', 'tus_version', 'upload_in_use', 'rate_limited', 'unavailable'],
  }),
  append: tus({
    method: 'PATCH',
    path: '/api/uploads/:uploadId',
    access: 'educator',
    takesPart: true,
    summary:
      'Send a part of an own upload, from Upload-Offset on. What has arrived when the connection breaks is kept. The last part has the video checked and put into the lecture: see `uploads.result`',
    params,
    status: 204,
    errors: [
      'not_found',
      'invalid_input',
      'too_large',
      'wrong_media',
      'broken_upload',
      'upload_conflict',
      'upload_in_use',
      'tus_version',
      'rate_limited',
      'unavailable',
      'request_timeout',
      'disk_full',
      'storage_full',
    ],
  }),
  override: tus({
    method: 'POST',
    path: '/api/uploads/:uploadId',
    access: 'educator',
    takesPart: true,
    summary:
      'The same as PATCH or DELETE, whichever X-HTTP-Method-Override names, for clients behind proxies that let neither through',
    params,
    status: 204,
    errors: [
      'not_found',
      'invalid_input',
      'too_large',
      'wrong_media',
      'broken_upload',
      'upload_conflict',
      'upload_in_use',
      'tus_version',
      'rate_limited',
      'unavailable',
      'disk_full',
      'method_not_allowed',
    ],
  }),
  checksums: endpoint({
    method: 'POST',
    path: '/api/uploads/:uploadId/checksums',
    access: 'educator',
    summary:
      'Note SHA-256 checksums (hexadecimal) of slices of 16 MiB of the file of an own upload, the last one shorter, `first` being the number of the first of them, from 0. Clients that note them before they send the slices learn here that a file is not the one that the upload began with; all that are noted are compared when everything has arrived. Clients may leave them out',
    params,
    maxBodyBytes: 8 * 1024,
    body: z.strictObject({
      first: z.int().min(0).max(10_000),
      sha256: z
        .array(z.string().regex(/^[0-9a-f]{64}$/, sentence('A SHA-256 checksum has 64 hexadecimal digits')))
        .min(1)
        .max(maxChecksums),
    }),
    status: 200,
    reply: z.object({ noted: z.number().int() }),
    errors: ['not_found', 'invalid_input', 'upload_conflict', 'other_file', 'rate_limited'],
  }),
  cancel: tus({
    method: 'DELETE',
    path: '/api/uploads/:uploadId',
    access: 'educator',
    summary: 'Delete an own upload with what has arrived of it; upload_in_use while the video is checked',
    params,
    status: 204,
    errors: ['not_found', 'upload_in_use', 'tus_version', 'rate_limited', 'unavailable'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/uploads',
    access: 'educator',
    summary: "The educator's uploads that are not complete, the newest first",
    status: 200,
    reply: z.object({ uploads: z.array(Upload) }),
    errors: [],
  }),
  result: endpoint({
    method: 'GET',
    path: '/api/uploads/:uploadId/result',
    access: 'educator',
    summary: 'What became of an own upload, and the lecture once it has the video',
    params,
    status: 200,
    reply: z.object({ upload: Upload, lecture: Lecture.nullable() }),
    errors: ['not_found'],
  }),
}
