import Fastify from 'fastify'
import { Pool } from 'pg'

/** The least that Fastify can do with PostgreSQL: `select 1`. Arguments: port, address of the database. */
const [, , port, connectionString = ''] = process.argv
const pool = new Pool({ connectionString })
const app = Fastify()

app.get('/', async () => {
  const { rows } = await pool.query('select 1 as one')
  return rows[0]
})
await app.listen({ port: Number(port), host: '127.0.0.1' })
