import { parseArgs } from 'node:util'
import { PlainError, printError, stopWithParent } from '../scripts/run.ts'
import { cleanUpOnExit, cleanUp } from './cleanup.ts'
import { describeMachine } from './machine.ts'
import { firstOf, type ProofResult, type Proof, seconds } from './proof.ts'
import { everyProof } from './every-proof.ts'
import { writeResult } from './report.ts'

/** `npm run drill [-- --only R6,S14] [-- --quick]`: runs the long proofs one after another and writes docs/drill.md. */
const { values: flags } = parseArgs({ options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } } })

function selectProofs(): readonly Proof[] {
  if (flags.only === undefined) return everyProof
  const ids = flags.only.split(',').map((id) => id.trim().toUpperCase())
  const unknown = ids.filter((id) => !everyProof.some((proof) => proof.id === id))
  if (unknown.length > 0) {
    throw new PlainError(`No such proof: ${unknown.join(', ')}. There are ${everyProof.map(({ id }) => id).join(', ')}.`)
  }
  return everyProof.filter(({ id }) => ids.includes(id))
}

/** A proof that crashes has failed, but the others still run. */
async function runProof(proof: Proof): Promise<ProofResult> {
  try {
    return await proof.prove({ isQuick: flags.quick })
  } catch (error) {
    console.error(error)
    return { figures: [], faults: [`it crashed: ${error instanceof Error ? error.message : String(error)}`] }
  } finally {
    await cleanUp()
  }
}

async function main() {
  const machine = describeMachine()
  let failed = 0
  for (const proof of selectProofs()) {
    const startedAt = performance.now()
    const result = await runProof(proof)
    const hasPassed = result.faults.length === 0
    if (!hasPassed) failed += 1
    const took = seconds(performance.now() - startedAt)
    console.log(`${hasPassed ? '✓' : '✗'} ${proof.id} ${[...result.figures, ...result.faults.slice(0, 5)].join('; ')} (${took})`)
    if (!hasPassed) console.error(firstOf(result.faults, 50))
    if (!flags.quick) writeResult(everyProof, proof, result, { date: new Date().toISOString().slice(0, 10), machine })
  }
  console.log(flags.quick ? 'Quick run: nothing is proven and nothing was written.' : 'docs/drill.md is up to date.')
  process.exitCode = failed === 0 ? 0 : 1
}

cleanUpOnExit()
stopWithParent()
await main().catch(printError)
// Open handles of a library must not keep the process alive.
process.exit()
