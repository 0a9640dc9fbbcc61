import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Cursor, Id, Instant, pagesBeside, text } from '../values/fields.ts'

const Bytes = z.number().int()

/** Bytes of an account or of the site by kind; `total` is their sum. */
export const StorageUse = z.object({
  /** videos as they were uploaded */
  videos: Bytes,
  /** streams made of them */
  streams: Bytes,
  /** files that lectures offer */
  files: Bytes,
  images: Bytes,
  /** bytes of incomplete uploads, and bytes reserved for their next parts */
  unfinished: Bytes,
  /** texts of courses and lectures, captions and transcripts; copies of captions count once */
  texts: Bytes,
  total: Bytes,
})
export type StorageUse = z.output<typeof StorageUse>

/** Bytes used, and the limit; null for no limit. */
const Storage = z.object({ use: StorageUse, allowed: Bytes.nullable() })
export type OwnStorage = z.output<typeof Storage>

/** Result of the last complete comparison of the media store with the database. */
export const StoreFindings = z.object({
  objects: z.number().int(),
  bytes: Bytes,
  /** objects that no row has named for a day or longer, and how many of them were removed */
  unnamed: z.number().int(),
  unnamedBytes: Bytes,
  removed: z.number().int(),
  /** rows whose bytes are not in the store */
  missing: z.number().int(),
  /** the first keys of both */
  unnamedKeys: z.array(z.string()),
  missingKeys: z.array(z.string()),
  endedAt: Instant,
})
export type StoreFindings = z.output<typeof StoreFindings>

const Videos = z.object({ count: z.number().int(), bytes: Bytes })

/** What recordings of live sessions take. */
export const RecordingStorage = z.object({
  /**
   * what the media server has written of each sender; `left` until recordings stop, 0 or more, because of the settings or because of what
   * is `free` on that disk, of which `least` must stay. null where this process cannot read it
   */
  streams: z
    .object({ bytes: Bytes, left: Bytes, endsBy: z.enum(['settings', 'disk']), free: Bytes, least: Bytes })
    .nullable(),
  /** bytes that streams may take */
  allowed: Bytes,
  running: z.number().int(),
  /** whose video is being made, or waits for a worker */
  waiting: z.number().int(),
  failed: z.number().int(),
  /** videos that no lecture has, and those that lectures have; both are in the media store */
  drafts: Videos,
  used: Videos,
})
export type RecordingStorage = z.output<typeof RecordingStorage>

/** The disk on which a server keeps its data and takes what is uploaded. */
export const DiskState = z.object({
  free: Bytes,
  /** bytes that must stay free: with less, uploads are refused, and videos and recordings wait */
  least: Bytes,
  state: z.enum(['ok', 'low', 'full']),
})
export type DiskState = z.output<typeof DiskState>

export const StorageAccount = z.object({ _id: Id, name: z.string(), email: z.string(), use: StorageUse })
export type StorageAccount = z.output<typeof StorageAccount>

export const storage = {
  own: endpoint({
    method: 'GET',
    path: '/api/storage',
    access: 'educator',
    summary: 'What your videos and files take in the media store, and how much they may',
    status: 200,
    reply: Storage,
    errors: [],
  }),
  site: endpoint({
    method: 'GET',
    path: '/api/admin/storage',
    access: 'admin',
    summary:
      'What the media store has, what its last check has found, what recordings of live sessions take, and accounts by what they take, the largest first',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(25),
      cursor: Cursor.optional(),
      text: text(100).optional(),
    }),
    status: 200,
    reply: z.object({
      site: Storage,
      /** of one account; null for no limit */
      allowedEach: Bytes.nullable(),
      accounts: z.array(StorageAccount),
      /** accounts that fit, counted up to `mostCounted` */
      total: z.number().int(),
      ...pagesBeside,
      /** null before the first one */
      check: StoreFindings.nullable(),
      /** null where the site does not record live sessions, and has no recordings */
      recordings: RecordingStorage.nullable(),
      /** of the server that answers; null where it cannot be measured */
      disk: DiskState.nullable(),
      /** videos and recordings that are not made at the moment, because a worker has too little disk space */
      waitForSpace: z.number().int(),
    }),
    errors: [],
  }),
}
