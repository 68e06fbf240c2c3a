import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { run } from '../scripts/run.ts'
import { makeTempFolder } from './cleanup.ts'
import type { Drill, ProofResult } from './proof.ts'

const ResultFile = z.object({ figures: z.array(z.string()), faults: z.array(z.string()) })

/** Runs a proof from `inside/` in a separate process, so that a crash is noticed too. */
export async function runInside(name: string, { isQuick }: Drill): Promise<ProofResult> {
  const output = join(makeTempFolder(), 'result.json')
  const env = { ...process.env, SAATHI_DRILL: JSON.stringify({ isQuick, output }) }
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'drill/vitest.config.ts', `drill/inside/${name}.drill.ts`]
  const { code, output: log } = await run(process.execPath, args, { env })
  const result = existsSync(output) ? ResultFile.parse(JSON.parse(readFileSync(output, 'utf8'))) : { figures: [], faults: [] }
  return code === 0 ? result : { ...result, faults: [...result.faults, `it crashed: ${log.trim().slice(-2_000)}`] }
}
