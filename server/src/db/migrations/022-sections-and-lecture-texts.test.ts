import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrateToBefore } from '#test/support/database/migrate-to-before.ts'
import { useDatabase } from '#test/support/database/use-database.ts'
import { up } from './022-sections-and-lecture-texts.ts'

const database = useDatabase()

test('lectures of the version before have no section and no text, and never get a section of another course', async () => {
  const { db } = database
  await migrateToBefore(db, '022-sections-and-lecture-texts')
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`insert into users (id, name, email, role, created_at)
    values ('meera', 'Meera', 'meera@test.example', 'educator', now())`)
  await run(`insert into courses (id, creator_id, title, created_at, updated_at)
    select id, 'meera', id, now(), now() from unnest(array['weaving', 'knots']) as id`)
  await run(`insert into lectures (id, course_id, position, title, created_at)
    values ('loom', 'weaving', 1, 'The loom', now()), ('cloth', 'weaving', 2, 'The cloth', now())`)

  await up(db as unknown as Kysely<unknown>) // migrations know no tables
  const lectures = () =>
    db.selectFrom('lectures').select(['id', 'section_id', 'description', 'body']).orderBy('position').execute()
  expect(await lectures()).toEqual([
    { id: 'loom', section_id: null, description: '', body: '' },
    { id: 'cloth', section_id: null, description: '', body: '' },
  ])
  await run(`insert into course_sections (id, course_id, position, title, created_at)
    values ('start', 'weaving', 1, 'Start', now()), ('foreign', 'knots', 1, 'Foreign', now())`)
  await run(`update lectures set section_id = 'start'`)
  await expect(run(`update lectures set section_id = 'foreign'`)).rejects.toThrow('foreign key')
  await run(`delete from course_sections where id = 'start'`)
  expect((await lectures()).map(({ id, section_id }) => [id, section_id])).toEqual([
    ['loom', null],
    ['cloth', null],
  ])
})
