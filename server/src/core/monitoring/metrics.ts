import * as calls from '@saathi/contract/core/calls'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { createServer } from 'node:http'
import type pg from 'pg'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Db } from '../ctx.ts'
import { findJobs } from '../jobs/overview.ts'

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry
  }
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type SocketCount = { name: string; count: () => number }

/** Numbers only: routes are labelled by their pattern, so that no id or address becomes a label. */
export function recordMetrics(app: FastifyInstance, sockets: readonly SocketCount[]): void {
  const registry = new Registry()
  const registers = [registry]
  // Memory, CPU, garbage collection, open handles and event loop delay.
  collectDefaultMetrics({ register: registry, prefix: 'saathi_' })
  const seconds = new Histogram({
    name: 'saathi_request_seconds',
    help: 'How long calls took, by call and status',
    labelNames: ['call', 'status'],
    buckets: SECONDS,
    registers,
  })
  app.addHook('onResponse', async (request, reply) => {
    const call = `${request.method} ${request.routeOptions.url ?? 'none'}`
    seconds.observe({ call, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
  })
  for (const { name, count } of sockets)
    addGauge(registry, `saathi_${name}_sockets`, `Open ${name} sockets of this process`, count)
  app.decorate('metrics', registry)
}

function addGauge(registry: Registry, name: string, help: string, read: () => number): void {
  const gauge: Gauge = new Gauge({ name, help, registers: [], collect: () => gauge.set(read()) })
  registry.registerMetric(gauge)
}

/** Registered separately, because the pool is created before the app. */
export function countDatabase(registry: Registry, pool: pg.Pool): { slowQueries: () => void } {
  addGauge(registry, 'saathi_database_connections', 'Connections to the database', () => pool.totalCount)
  addGauge(registry, 'saathi_database_idle_connections', 'Idle connections to the database', () => pool.idleCount)
  addGauge(registry, 'saathi_database_waiting', 'Requests that wait for a connection', () => pool.waitingCount)
  const help = 'Queries that took longer than 200 ms'
  const slow = new Counter({ name: 'saathi_slow_queries_total', help, registers: [registry] })
  return { slowQueries: () => slow.inc() }
}

/** Read from the database on each scrape, so that every server shows the same. */
export function countJobs(registry: Registry, db: Db): void {
  const gauge = new Gauge({
    name: 'saathi_jobs',
    help: 'Jobs by name and state; failed ones have the state dead',
    labelNames: ['name', 'state'],
    registers: [],
    async collect() {
      const { counts, dead } = await findJobs(db)
      gauge.reset()
      for (const { name, state, count } of counts) gauge.set({ name, state }, count)
      for (const { name } of dead) gauge.inc({ name, state: 'dead' })
    },
  })
  registry.registerMetric(gauge)
}

/** On its own port, which the proxy does not expose: metrics are not public. */
export async function serveMetrics(registry: Registry, port: number, host: string) {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Health: the process answers. Readiness: it can also reach its database. Neither opens a transaction. */
export function serveHealth(app: FastifyInstance) {
  app.get(calls.getHealth.path, async () => calls.getHealth.reply.parse({ status: 'ok' }))
  app.get(calls.getReadiness.path, async () => {
    await sql`select 1`.execute(app.world.db)
    return calls.getReadiness.reply.parse({ status: 'ready' })
  })
}
