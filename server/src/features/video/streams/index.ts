export { streamJobs } from './jobs.ts'
export { registerStreams } from './routes.ts'
export { countQueue } from './stream-queries.ts'
export { startStreams } from './stream-worker.ts'
