import { useSyncExternalStore } from 'react'
import { type Uploads, uploadQueue } from './upload-queue.ts'

const none: Uploads = { videos: [], unfinished: [] }

/** The videos that this tab uploads, and those that wait for their files. */
export const useUploads = (): Uploads => useSyncExternalStore(uploadQueue.subscribe, uploadQueue.read, () => none)
