import { buildWeb } from '../../scripts/build-web.ts'
import type { Drill, Outcome, Proof } from '../proof.ts'
import { runInside } from '../run-inside.ts'

export const headers: Proof = {
  id: 'S14',
  goal: 'Every answer carries the agreed headers, and every refusal under /api is JSON in the one shape',
  way: 'every route, built file and strange address by nine methods over real connections, in demo and in production; every call that succeeds; pictures and files; requests that are hardly HTTP',
  prove,
}

async function prove(drill: Drill): Promise<Outcome> {
  if (!drill.isQuick) await buildWeb()
  return runInside('surface', drill)
}
