export { openModel, type WithoutModel } from './open-model.ts'
