import Fastify from 'fastify'
import pg from 'pg'

/** The ceiling: one route, one query, one reply, and nothing else. */
const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 })
const personId = Number(process.argv[3])
const app = Fastify()
app.get('/sessions', async () => {
  const { rows } = await pool.query(
    `select id, device, started_at, last_used_at from sign_in
     where person_id = $1 and ended_at is null and expires_at > $2 order by last_used_at desc limit 50`,
    [personId, new Date()],
  )
  return { sessions: rows }
})
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
console.log(`ready at http://localhost:${typeof address === 'object' && address ? address.port : 0}`)
