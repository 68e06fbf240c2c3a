import { buildWeb } from '../../scripts/build-web.ts'
import type { Drill, ProofResult, Proof } from '../proof.ts'
import { runInside } from '../run-inside.ts'

export const headers: Proof = {
  id: 'S14',
  goal: 'Every answer carries the agreed headers, and every refusal under /api is JSON in the one shape',
  method:
    'every route, built file and strange address with nine methods over real connections, in demo and in production; every successful call; pictures and files; malformed HTTP requests',
  prove,
}

async function prove(drill: Drill): Promise<ProofResult> {
  if (!drill.isQuick) await buildWeb()
  return runInside('surface', drill)
}
