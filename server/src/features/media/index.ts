export { checkWholeStore } from './check-store.ts'
export { mediaJobs, removeLater } from './jobs.ts'
export {
  fileKey,
  imageFiles,
  imageKey,
  playlistKey,
  renditionKey,
  storyboardKey,
  streamPrefix,
  videoKey,
} from './keys.ts'
export { cleanCopies, freeBytes, withLocalFile } from './local-file.ts'
export { drawPicture } from './process-image.ts'
export { discardMedia } from './remove-media.ts'
export { registerMedia, uploadHeaders } from './routes.ts'
export { keepFreeBytes, mayRemoveUnnamed, storageSentences } from './rules.ts'
export { countWaitingForSpace, findStorageTotal, type StorageKind, toStorageUse } from './storage-queries.ts'
export {
  growRoom,
  openRoom,
  releaseRoom,
  reserveRoom,
  reserveStorage,
  settleRoom,
  storageLimits,
  withTextRoom,
} from './storage-room.ts'
export { adoptVideo, storeConvertedImage, storeFile, storeImage, storeVideo } from './store-media.ts'
export { findStoreCheck } from './store-queries.ts'
