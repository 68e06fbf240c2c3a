import { randomBytes } from 'node:crypto'
import type { TestServer } from './harness.ts'

/** An import that the person has started, and in which they are a row themselves. */
export async function plantImport({ db, clock }: TestServer, personId: number, word: (where: string) => string) {
  const { id } = await db
    .insertInto('import_run')
    .values({
      started_by: personId,
      file_name: word('import-name'),
      sha256: randomBytes(32),
      columns: JSON.stringify([{ header: word('import-header'), field: null }]),
      created_at: clock.now(),
      checked_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const fields = JSON.stringify({ firstName: word('import-field') })
  const problems = JSON.stringify([{ field: 'email', problem: 'lookalike', hint: word('import-hint') }])
  const row = { run_id: id, number: 2, fields, problems, address: word('import-address'), person_id: personId }
  const found = JSON.stringify({ first: word('import-found') })
  const written = JSON.stringify({ first: word('import-written') })
  await db
    .insertInto('import_row')
    .values({ ...row, outcome: 'update', found, written })
    .execute()
}
