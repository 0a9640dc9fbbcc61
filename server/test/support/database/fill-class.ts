type Row = { name: string }
type Query = (text: string) => Promise<{ rows: Row[] }>

/**
 * Fills a course with copies of one of its students and of one of its quizzes, which that student has taken once: `students` and `entries`
 * in all, each student with an attempt at each quiz.
 */
export async function fillClass(
  query: Query,
  {
    courseId,
    lectureId,
    studentId,
    students,
    entries,
  }: { courseId: string; lectureId: string; studentId: string; students: number; entries: number },
): Promise<void> {
  /** Inserts copies of the rows of a table that `source` finds as `one`, with other values in some columns. */
  const copyOf = async (from: string, set: Record<string, string>, source: string) => {
    const { rows } = await query(`
      select column_name as name from information_schema.columns
      where table_name = '${from}' and table_schema = current_schema() and is_generated = 'NEVER'`)
    const names = rows.map(({ name }) => name)
    const values = names.map((name) => set[name] ?? `one.${name}`)
    await query(`insert into ${from} (${names.join(', ')}) select ${values.join(', ')} from ${from} as one, ${source}`)
  }
  const quizzes = `generate_series(1, ${entries - 1}) as n`
  await copyOf(
    'lectures',
    { id: `'many-' || n`, position: '1000 + n', title: `'Quiz ' || n` },
    `${quizzes} where one.id = '${lectureId}'`,
  )
  await copyOf('quizzes', { lecture_id: `'many-' || n` }, `${quizzes} where one.lecture_id = '${lectureId}'`)
  const pupils = `generate_series(1, ${students - 1}) as n`
  await copyOf(
    'users',
    { id: `'pupil-' || n`, email: `'pupil-' || n || '@test.example'`, name: `'Pupil ' || n` },
    `${pupils} where one.id = '${studentId}'`,
  )
  await copyOf(
    'enrolments',
    { user_id: `'pupil-' || n` },
    `${pupils} where one.user_id = '${studentId}' and one.course_id = '${courseId}'`,
  )
  await copyOf(
    'quiz_attempts',
    { id: `'try-' || entry.id || '-' || pupil.id`, lecture_id: 'entry.id', user_id: 'pupil.id' },
    `lectures as entry, users as pupil where one.user_id = '${studentId}' and one.lecture_id = '${lectureId}'
      and entry.id like 'many-%' and pupil.id like 'pupil-%'`,
  )
  await query('analyze')
}
