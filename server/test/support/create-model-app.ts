import type { Config } from '#app/config/config.ts'
import { createTestApp, type TestApp } from './create-test-app.ts'
import { type ModelServer, startModelServer } from './services/model-server.ts'

/** The key that the app sends to the scripted provider; nothing else may ever show it. */
export const modelKey = 'sk-key-of-the-provider'

/** An app whose language model is a server on this machine that says what the test wrote down; the app closes both. */
export async function createModelApp(config: Partial<Config> = {}): Promise<{ app: TestApp; models: ModelServer }> {
  const models = await startModelServer()
  const app = await createTestApp({
    config: {
      AI_PROVIDER: 'openai-compatible',
      AI_BASE_URL: models.urls['openai-compatible'],
      AI_API_KEY: modelKey,
      AI_MODEL: 'scripted-1',
      AI_EMBEDDINGS: 'off',
      ...config,
    },
  })
  const close = async (): Promise<void> => {
    await app.close()
    await models.close()
  }
  return { app: { ...app, close }, models }
}
