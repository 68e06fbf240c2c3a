import type { Proof } from './proof.ts'
import { backupUnderLoad } from './proofs/backup-under-load.ts'
import { badInput } from './proofs/bad-input.ts'
import { removedChecks } from './proofs/removed-checks.ts'
import { dependencies } from './proofs/dependencies.ts'
import { durable } from './proofs/durable.ts'
import { headers } from './proofs/headers.ts'
import { killedMigrations } from './proofs/killed-migrations.ts'
import { backAfterKill, killedDuringChat } from './proofs/killed-during-chat.ts'
import { messageOrder } from './proofs/message-order.ts'
import { randomDrops } from './proofs/random-drops.ts'
import { resends } from './proofs/resends.ts'
import { secondServer } from './proofs/second-server.ts'
import { secrets } from './proofs/secrets.ts'
import { stopUnderLoad } from './proofs/stop-under-load.ts'
import { wholeMatrix } from './proofs/whole-matrix.ts'

export const everyProof: readonly Proof[] = [
  killedDuringChat,
  backAfterKill,
  resends,
  messageOrder,
  randomDrops,
  secondServer,
  durable,
  stopUnderLoad,
  backupUnderLoad,
  killedMigrations,
  badInput,
  wholeMatrix,
  removedChecks,
  secrets,
  headers,
  dependencies,
]
