import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { run } from '../scripts/run.ts'
import { ownFolder } from './belongings.ts'
import type { Drill, Outcome } from './proof.ts'

const HandedIn = z.object({ figures: z.array(z.string()), faults: z.array(z.string()) })

/** A proof of `inside/` in a process of its own, whose end would be seen as well. */
export async function runInside(name: string, { isQuick }: Drill): Promise<Outcome> {
  const output = join(ownFolder(), 'outcome.json')
  const env = { ...process.env, SAATHI_DRILL: JSON.stringify({ isQuick, output }) }
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'drill/vitest.config.ts', `drill/inside/${name}.drill.ts`]
  const { code, output: said } = await run(process.execPath, args, { env })
  const outcome = existsSync(output) ? HandedIn.parse(JSON.parse(readFileSync(output, 'utf8'))) : { figures: [], faults: [] }
  return code === 0 ? outcome : { ...outcome, faults: [...outcome.faults, `it broke down: ${said.trim().slice(-2_000)}`] }
}
