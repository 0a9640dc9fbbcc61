/** The policy that Directus makes for visitors without a session; the id is fixed in its first migration. */
const publicPolicy = 'abf8a154-5b1c-4a46-ac9c-7300570f4f17'

/**
 * Tells Directus what the tables mean: four collections, the two lists that hang on a course, and that the public may read
 * all of it. The columns and foreign keys it finds by itself.
 */
export async function describeToDirectus(origin: string, adminToken: string): Promise<void> {
  const send = async (method: 'POST' | 'PATCH', path: string, body: unknown): Promise<void> => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`Directus refused ${method} ${path}: ${response.status} ${text}`)
  }
  const collections = ['users', 'courses', 'lectures', 'reviews']
  for (const collection of collections) await send('PATCH', `/collections/${collection}`, { meta: { hidden: false } })
  for (const list of ['lectures', 'reviews']) {
    const meta = { interface: 'list-o2m', special: ['o2m'] }
    await send('POST', '/fields/courses', { field: list, type: 'alias', meta })
    const sorted = list === 'lectures' ? { sort_field: 'position' } : {}
    await send('PATCH', `/relations/${list}/course_id`, { meta: { one_field: list, ...sorted } })
  }
  for (const collection of collections) {
    await send('POST', '/permissions', { policy: publicPolicy, collection, action: 'read', fields: ['*'] })
  }
}
