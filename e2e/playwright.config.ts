import { mkdtempSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { shopOriginFor } from './support/own-server.ts'

/** set by `npm run e2e -- --cluster`: several processes that are running already */
const clusterUrl = process.env.E2E_CLUSTER_URL
const root = resolve(import.meta.dirname, '..')
const port = Number(process.env.E2E_PORT ?? 8130)
// Workers of the runner read this file too: the folder is made once, by the first of them.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'vc-e2e-'))

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
  // cameras and microphones that need no device, no question, and no network but this machine's own
  // Encoding is what a call costs here; five pictures a second move as well as twenty.
  '--use-fake-device-for-media-stream=fps=5',
  '--use-fake-ui-for-media-stream',
  '--allow-loopback-in-peer-connection',
  // pages live for seconds: the second compiler costs an eighth of the processor, and saves less
  '--js-flags=--no-opt',
]
const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } }
// its pixels are painted in software: as many as on a desktop
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 }

export default defineConfig({
  testDir: '.',
  globalSetup: './live/janus-cables.ts',
  outputDir: '../test-results',
  // far more than a test takes on a slow machine: what hangs ends all the same
  timeout: 300_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  // a test waits for a fifth of its time, in live rooms for half of it
  workers: Math.max(3, Math.floor(availableParallelism() / 2)),
  retries: 0,
  forbidOnly: true,
  reporter: [['list']],
  use: {
    baseURL: clusterUrl ?? `http://localhost:${port}`,
    launchOptions: { executablePath, args },
    screenshot: 'only-on-failure',
    // a trace of every step takes a quarter of the processor: E2E_TRACE=1 keeps those of failures
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    reducedMotion: 'reduce',
  } as const,
  projects: [
    { name: 'desktop', use: desktop },
    // Only what has another layout or other gestures there. Each page is looked at in both widths.
    { name: 'phone', use: phone, grep: /@phone/ },
  ],
  ...(!clusterUrl && {
    webServer: {
      command: `"${process.execPath}" server/src/main.ts`,
      cwd: root,
      url: `http://localhost:${port}/readyz`,
      timeout: 120_000,
      stdout: 'ignore',
      gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
      env: {
        PORT: String(port),
        DATA_DIR: process.env.E2E_DATA_DIR,
        NODE_ENV: 'development',
        SEED: 'demo',
        LOG_LEVEL: 'warn',
        DATABASE_URL: process.env.E2E_DATABASE_URL ?? '',
        // the sentence model costs twenty processor seconds at the start; the server's own tests show what it gives
        AI_EMBEDDINGS: 'off',
        CORS_ORIGINS: shopOriginFor(port),
      },
    },
  }),
})
