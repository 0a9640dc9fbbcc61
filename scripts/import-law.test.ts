import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

const forbidden = [
  ['contract/src/courses.ts', 'fastify'],
  ['contract/src/courses.ts', '@virtual-courses/server'],
  ['server/src/http/serve.ts', '#features/courses/index.ts'],
  ['server/src/http/serve.ts', '../features/courses/index.ts'],
  ['server/src/ports/payments.ts', '#db/open.ts'],
  ['server/src/adapters/payments/razorpay.ts', '#features/enrolments/index.ts'],
  ['server/src/jobs/queue.ts', '#features/enrolments/index.ts'],
  ['server/src/features/enrolments/settle-payment.ts', 'razorpay'],
  ['server/src/features/enrolments/settle-payment.ts', '../courses/queries.ts'],
  ['server/src/features/courses/get-course.ts', '../enrolments/index.ts'],
  ['server/src/features/courses/get-course.ts', '#features/enrolments/index.ts'],
  ['server/src/features/lectures/create-lecture.ts', '../notifications/index.ts'],
  ['server/src/features/wishlist/add-wish.ts', '../notifications/index.ts'],
  ['server/src/features/accounts/log-in.ts', '../../adapters/payments/sandbox.ts'],
  ['server/src/features/learning/report-progress.ts', '../media/queries.ts'],
  ['server/src/features/accounts/log-in.ts', '../courses/index.ts'],
  ['server/src/features/accounts/log-in.ts', 'openid-client'],
  ['server/src/features/media/routes.ts', '../accounts/index.ts'],
  ['server/src/features/notifications/jobs.ts', '../live/index.ts'],
  ['server/src/features/live/speak.ts', '../notifications/notify.ts'],
  ['server/src/features/courses/edit-course.ts', '../search/index.ts'],
  ['server/src/features/search/routes.ts', '../courses/queries.ts'],
  ['server/src/features/search/routes.ts', '../assistant/index.ts'],
  ['server/src/features/models/open-model.ts', '../search/index.ts'],
  ['server/src/features/search/embed-course.ts', '#adapters/embeddings/sentence-encoder.ts'],
  ['server/src/features/assistant/routes.ts', 'ai'],
  ['server/src/features/assistant/routes.ts', '@ai-sdk/google'],
  ['server/src/features/assistant/routes.ts', '../search/queries.ts'],
  ['server/src/features/search/routes.ts', '../assistant/index.ts'],
  ['server/src/features/live/speak.ts', '../admin/index.ts'],
  ['server/src/features/admin/remove-review.ts', '../reviews/queries.ts'],
  ['server/src/http/pages.ts', '@virtual-courses/web'],
  ['web/src/ui/button.tsx', '@virtual-courses/contract'],
  ['web/src/ui/button.tsx', '#features/courses/course-card.tsx'],
  ['web/src/lib/api.ts', '#features/courses/course-card.tsx'],
  ['web/src/features/courses/course-card.tsx', '#features/studio/course-form.tsx'],
  ['web/src/features/courses/course-card.tsx', '../studio/course-form.tsx'],
  ['web/src/features/live/room.ts', '#features/notifications/notification-store.ts'],
  ['web/src/lib/live.ts', '#features/live/room.ts'],
] as const

const allowed = [
  ['contract/src/courses.ts', 'zod'],
  ['contract/src/courses.ts', './fields.ts'],
  ['server/src/http/serve.ts', '@virtual-courses/contract'],
  ['server/src/adapters/payments/razorpay.ts', 'razorpay'],
  ['server/src/features/accounts/update-profile.ts', '../media/index.ts'],
  ['server/src/adapters/identity/google.ts', 'openid-client'],
  ['server/src/features/enrolments/settle-payment.ts', '../courses/index.ts'],
  ['server/src/features/enrolments/settle-payment.ts', '#db/executor.ts'],
  ['server/src/features/notifications/jobs.ts', '../wishlist/index.ts'],
  ['server/src/features/live/refuse-entry.ts', '../notifications/index.ts'],
  ['server/src/features/search/search-courses.ts', '../courses/index.ts'],
  ['server/src/features/assistant/catalogue.ts', '../search/index.ts'],
  ['server/src/features/search/read-with-model.ts', '../models/index.ts'],
  ['server/src/adapters/language-models/google.ts', '@ai-sdk/google'],
  ['server/src/features/admin/remove-review.ts', '../reviews/index.ts'],
  ['web/src/features/courses/course-card.tsx', '#ui/button.tsx'],
  ['web/src/features/live/room.ts', '#lib/live.ts'],
] as const

/** The same rules over planted files: one import each, numbered so that none overwrites another. */
const folder = mkdtempSync(join(tmpdir(), 'vc-import-law-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function plant(cases: readonly (readonly [string, string])[], name: string): string[] {
  return cases.map(([path, specifier], index) => {
    const planted = path.replace(/[^/]+(\.tsx?)$/, `${name}-${index}$1`)
    mkdirSync(dirname(join(folder, planted)), { recursive: true })
    writeFileSync(join(folder, planted), `import { thing } from '${specifier}'\n\nthing()\n`)
    return planted
  })
}

const bad = plant(forbidden, 'forbidden')
const good = plant(allowed, 'allowed')

function restrictedFiles(): Set<string> {
  const config = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...config, $schema: undefined, vcs: { enabled: false } }))
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const only = '--only=style/noRestrictedImports'
  const run = spawnSync(process.execPath, [biome, 'lint', only, '--reporter=json', '--max-diagnostics=200', '.'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return new Set([...bad, ...good].filter((path) => run.stdout.includes(`"${path}"`)))
}

const restricted = restrictedFiles()

test.each(forbidden.map(([path, specifier], index) => [path, specifier, bad[index]] as const))(
  '%s may not import %s',
  (_path, _specifier, planted) => {
    expect(restricted).toContain(planted)
  },
)

test.each(allowed.map(([path, specifier], index) => [path, specifier, good[index]] as const))(
  '%s may import %s',
  (_path, _specifier, planted) => {
    expect(restricted).not.toContain(planted)
  },
)
