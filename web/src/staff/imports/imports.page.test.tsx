import * as calls from '@saathi/contract/accounts/import-calls'
import { expect, test } from 'vitest'
import { answer, refuse } from '../../../test/harness.tsx'
import { showConsole } from '../console.fake.ts'

const rights = { console: { actions: ['staff.console', 'staff.people', 'staff.people_read'] } }

const run: calls.ImportRun = {
  id: 5,
  fileName: 'november.csv',
  by: 'Farida Khan',
  isOwn: true,
  state: 'checked',
  rowCount: 412,
  counts: { create: 400, update: 0, unchanged: 9, skipped: 1, refused: 2, corrected: 0 },
  columns: [
    { header: 'Name', field: 'fullName' },
    { header: 'Shoe size', field: null },
  ],
  createdAt: '2026-11-18T04:34:00.000Z',
  checkedAt: '2026-11-18T04:34:00.000Z',
  progress: 0,
  isStopping: false,
  doneAt: null,
  inviteAt: null,
  created: 0,
  updated: 0,
  updatesExisting: false,
  invited: 0,
  undoUntil: null,
  undoneAt: null,
  kept: { joined: 0, changed: 0, inUse: 0, updated: 0 },
}

const fields = {
  firstName: 'Zoya',
  lastName: 'Ansari',
  email: 'zoya@college.example',
  phone: '98220',
  role: 'mentee',
  programme: 'Pragatti',
  cohort: '',
  startsOn: '',
  language: '',
  institution: '',
}

const zoya: calls.ImportRow = {
  number: 143,
  fields,
  outcome: 'refused',
  problems: [
    { field: 'phone', problem: 'not_a_phone', hint: '5' },
    { field: 'programme', problem: 'unknown_programme', hint: 'Pragati' },
  ],
  isLeftOut: false,
  isCorrected: false,
  personId: null,
  kept: null,
}

async function showRun(changes: Partial<calls.ImportRun> = {}, rows: calls.ImportRow[] = [zoya]) {
  answer(calls.getImport, { ...run, ...changes })
  answer(calls.listImports, { runs: [{ ...run, ...changes }] })
  const listing = answer(calls.listImportRows, { rows, next: null })
  const screen = await showConsole({ ...rights, path: '/staff/people/import/5' })
  return { screen, listing }
}

test('[STF-10] a file is chosen, checked on the server, and its check has its own address', async () => {
  answer(calls.listImports, { runs: [] })
  answer(calls.getImport, run)
  answer(calls.listImportRows, { rows: [], next: null })
  const sending = answer(calls.uploadImport, { runId: 5, isKnown: false })
  const screen = await showConsole({ ...rights, path: '/staff/people/import' })
  await expect.element(screen.getByText('No imports in the last 30 days')).toBeVisible()
  await screen
    .getByLabelText('Choose a file')
    .first()
    .upload(new File(['Name\nAsha'], 'november.csv'))
  await expect.poll(screen.pathNow).toBe('/staff/people/import/5')
  expect(sending.inputs).toHaveLength(1)
})

test('[STF-10] a refused file says why', async () => {
  answer(calls.listImports, { runs: [] })
  answer(calls.uploadImport, refuse('accounts.import_empty', 400, 'This file has no rows with people.'))
  const screen = await showConsole({ ...rights, path: '/staff/people/import' })
  await screen
    .getByLabelText('Choose a file')
    .first()
    .upload(new File(['Name'], 'empty.csv'))
  await expect.element(screen.getByText('This file has no rows with people.')).toBeVisible()
})

test('[STF-10] the check shows counts, columns and each mistake with its row and column', async () => {
  const { screen } = await showRun()
  await expect.element(screen.getByText('New people')).toBeVisible()
  await expect.element(screen.getByText('Nothing has been changed yet.')).toBeVisible()
  await expect.element(screen.getByText('Shoe size')).toBeVisible()
  await expect.element(screen.getByText('ignored')).toBeVisible()
  const table = screen.getByRole('table', { name: 'Rows to look at' })
  await expect.element(table.getByText('5 digits do not make a phone number. An Indian number has ten.')).toBeVisible()
  await expect.element(table.getByText('No programme has this name. Did you mean Pragati?')).toBeVisible()
  await expect.element(table.getByText('Row 143').first()).toBeVisible()
})

test('[STF-10] a value is corrected in place, taken from a suggestion, or its row is left out', async () => {
  const { screen } = await showRun()
  const correcting = answer(calls.correctImportRow, { ...zoya, problems: [], outcome: 'create', isCorrected: true })
  await screen.getByLabelText('Phone, row 143').fill('9822044711')
  await screen.getByRole('button', { name: 'Use Pragati' }).click()
  await screen.getByRole('button', { name: 'Leave out' }).click()
  const params = { runId: 5, number: 143 }
  await expect
    .poll(() => correcting.inputs)
    .toEqual([
      { params, body: { fields: { phone: '9822044711' } } },
      { params, body: { fields: { programme: 'Pragati' } } },
      { params, body: { isLeftOut: true } },
    ])
})

test('[STF-10] the run is started with the number of people, and shows its progress', async () => {
  const { screen } = await showRun()
  const starting = answer(calls.startImport, {})
  const start = screen.getByRole('button', { name: 'Run with 400 rows' })
  await expect.element(start).toBeVisible()
  answer(calls.getImport, { ...run, state: 'running', progress: 200 })
  await start.click()
  await expect.poll(() => starting.inputs).toHaveLength(1)
  await expect.element(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50')
  const stopping = answer(calls.stopImport, {})
  await screen.getByRole('button', { name: 'Stop' }).click()
  await expect.poll(() => stopping.inputs).toHaveLength(1)
})

test('[STF-10] a finished import can be taken back after a question', async () => {
  const times = {
    doneAt: '2026-11-18T04:39:00.000Z',
    inviteAt: '2026-11-18T04:49:00.000Z',
    undoUntil: '2026-12-02T04:39:00.000Z',
  }
  const { screen } = await showRun({ state: 'done', created: 400, ...times })
  await expect.element(screen.getByRole('heading', { name: '400 people are in' })).toBeVisible()
  await expect.element(screen.getByText(/Until then nobody knows about it/)).toBeVisible()
  const undoing = answer(calls.undoImport, {})
  await screen.getByRole('button', { name: 'Take it back' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click()
  await expect.poll(() => undoing.inputs).toHaveLength(1)
})

test('[STF-10] an import that was taken back says who stayed and why', async () => {
  const kept: calls.ImportRow = { ...zoya, outcome: 'create', problems: [], personId: 77, kept: 'joined' }
  const { screen } = await showRun({ state: 'undone', created: 3, kept: { joined: 1, changed: 0, inUse: 0, updated: 0 } }, [kept])
  await expect.element(screen.getByText('2 accounts were removed, 1 stayed.')).toBeVisible()
  const row = screen.getByRole('row', { name: /Zoya Ansari/ })
  await expect.element(row).toMatchTextContent(/Has joined already/)
})

test('[STF-17] an import that does not exist or is not yours shows the same page', async () => {
  answer(calls.getImport, refuse('accounts.import_not_found', 404, 'There is no such import.'))
  const screen = await showConsole({ ...rights, path: '/staff/people/import/9' })
  await expect.element(screen.getByText('This is not open to you')).toBeVisible()
})

test('[STF-10] people who have an account are updated only if somebody chooses it, and the counts say so', async () => {
  const { screen } = await showRun({}, [])
  const choice = screen.getByRole('switch', { name: 'Update people who have an account' })
  await expect.element(choice).not.toBeChecked()
  const changed = { ...run, updatesExisting: true, counts: { ...run.counts, update: 7, skipped: 0 } }
  const choosing = answer(calls.setUpdatesExisting, changed)
  answer(calls.getImport, changed)
  await choice.click()
  await expect.element(screen.getByText('7 people will change.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Run with 407 rows' })).toBeEnabled()
  expect(choosing.inputs).toEqual([{ params: { runId: 5 }, body: { updatesExisting: true } }])
})

test('[STF-10] an import that was taken back says how many people were restored', async () => {
  const { screen } = await showRun({ state: 'undone', created: 3, updated: 7, kept: { ...run.kept, updated: 2 } }, [])
  await expect.element(screen.getByText(/^3 accounts were removed, 0 stayed. 5 people were restored, 2 kept/)).toBeVisible()
})
