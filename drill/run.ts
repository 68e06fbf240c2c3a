import { parseArgs } from 'node:util'
import { PlainError, say, stopWithParent } from '../scripts/run.ts'
import { leaveNothingBehind, putAway } from './belongings.ts'
import { describeMachine } from './machine.ts'
import { firstOf, type Outcome, type Proof, seconds } from './proof.ts'
import { everyProof } from './every-proof.ts'
import { writeOutcome } from './report.ts'

/** `npm run drill [-- --only R6,S14] [-- --quick]`: the long proofs, one after another, into docs/drill.md. */
const { values: flags } = parseArgs({ options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } } })

function chosen(): readonly Proof[] {
  if (flags.only === undefined) return everyProof
  const ids = flags.only.split(',').map((id) => id.trim().toUpperCase())
  const unknown = ids.filter((id) => !everyProof.some((proof) => proof.id === id))
  if (unknown.length > 0) {
    throw new PlainError(`No such proof: ${unknown.join(', ')}. There are ${everyProof.map(({ id }) => id).join(', ')}.`)
  }
  return everyProof.filter(({ id }) => ids.includes(id))
}

/** A proof that breaks down has not held, and does not keep the others from being tried. */
async function tryOut(proof: Proof): Promise<Outcome> {
  try {
    return await proof.prove({ isQuick: flags.quick })
  } catch (error) {
    console.error(error)
    return { figures: [], faults: [`it broke down: ${error instanceof Error ? error.message : String(error)}`] }
  } finally {
    await putAway()
  }
}

async function main() {
  const machine = describeMachine()
  let failed = 0
  for (const proof of chosen()) {
    const startedAt = performance.now()
    const outcome = await tryOut(proof)
    const hasHeld = outcome.faults.length === 0
    if (!hasHeld) failed += 1
    const took = seconds(performance.now() - startedAt)
    console.log(`${hasHeld ? '✓' : '✗'} ${proof.id} ${[...outcome.figures, ...outcome.faults.slice(0, 5)].join('; ')} (${took})`)
    if (!hasHeld) console.error(firstOf(outcome.faults, 50))
    if (!flags.quick) writeOutcome(everyProof, proof, outcome, { date: new Date().toISOString().slice(0, 10), machine })
  }
  console.log(flags.quick ? 'Quick: nothing is proven and nothing was written.' : 'docs/drill.md is up to date.')
  process.exitCode = failed === 0 ? 0 : 1
}

leaveNothingBehind()
stopWithParent()
await main().catch(say)
// Whatever a library still holds open must not keep the command from ending.
process.exit()
