export { answerWithFallback } from './answer-with-fallback.ts'
export { openModel, type WithoutModel } from './open-model.ts'
