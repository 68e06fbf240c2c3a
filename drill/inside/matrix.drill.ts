import { everyCall } from '@saathi/contract/every-call'
import { expect, test } from 'vitest'
import { runMatrix, wrongCells } from '../../server/test/matrix/cells.ts'
import { actors } from '../../server/test/matrix/actors.ts'
import { startFullServer } from '../../server/test/matrix/full-server.ts'
import { count } from '../proof.ts'
import { writeResult, isQuick } from './write-result.ts'

test('every cell of the access matrix is right', async () => {
  const server = await startFullServer()
  const calls = isQuick() ? everyCall.slice(0, 5) : everyCall
  const cells = await runMatrix(server, calls)
  await server.stop()
  const wrong = wrongCells(cells)
  const allowed = wrong.filter(({ got }) => got === 'allowed').length
  writeResult({
    figures: [
      `${calls.length} calls, ${actors.length} kinds of people, ${count(cells.length)} cells`,
      `${allowed} wrong allows, ${wrong.length - allowed} wrong denies or otherwise wrong`,
    ],
    faults: wrong.map(({ call, actor, object, expected, got }) => `${call}, ${actor}, ${object}: ${expected} expected, ${got}`),
  })
  expect(cells.length).toBeGreaterThan(calls.length)
})
