import * as calls from '@saathi/contract/matching/screening-calls'
import { expect, test } from 'vitest'
import { answer, refuse } from '../../../test/harness.tsx'
import { showConsole } from '../console.fake.ts'

const training: calls.MentorCheck = {
  kind: 'training',
  isRequired: true,
  state: 'open',
  evidence: '',
  by: null,
  at: null,
  expiresOn: null,
  fileName: null,
}
const ravi: calls.ScreenedMentor = {
  personId: 42,
  name: 'Ravi Kulkarni',
  picture: null,
  programme: 'Pragati',
  isApproved: false,
  waitsSince: '2026-11-02T06:00:00.000Z',
  checks: [training],
  isReady: false,
}
const rights = { console: { actions: ['staff.console', 'staff.screening'] }, path: '/staff/screening' }
const passed: calls.MentorCheck = {
  ...training,
  state: 'passed',
  evidence: 'Certificate 7',
  by: 'Nisha Fernandes',
  expiresOn: '2027-03-31',
}

test('[STF-14] a mentor is approved with a reason once the required checks have passed', async () => {
  answer(calls.listMentorsToScreen, { mentors: [ravi], hasNextPage: false })
  const screen = await showConsole(rights)
  await expect.element(screen.getByRole('button', { name: 'Approve' })).toBeDisabled()
  const recording = answer(calls.setCheck, { ...ravi, checks: [passed], isReady: true })
  await screen.getByRole('button', { name: 'Record: Training' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Evidence').fill('Certificate 7')
  await dialog.getByLabelText('Counts until').fill('2027-03-31')
  answer(calls.listMentorsToScreen, { mentors: [{ ...ravi, checks: [passed], isReady: true }], hasNextPage: false })
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect.element(screen.getByText('Passed until 31 Mar 2027')).toBeVisible()
  expect(recording.inputs).toMatchObject([
    { params: { personId: 42, kind: 'training' }, body: { isPassed: true, evidence: 'Certificate 7', expiresOn: '2027-03-31' } },
  ])
  const approving = answer(calls.setApproval, { ...ravi, isApproved: true })
  await screen.getByRole('button', { name: 'Approve' }).click()
  await screen.getByLabelText('Reason').fill('All papers are there')
  await screen.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect.poll(() => approving.inputs).toMatchObject([{ body: { isApproved: true, reason: 'All papers are there' } }])
})

test('[STF-14] the required checks are set per programme, and a refusal is shown in place', async () => {
  answer(calls.listMentorsToScreen, { mentors: [], hasNextPage: false })
  answer(calls.listRequirements, { programmes: [{ projectId: 7, name: 'Pragati', kinds: ['interview'] }] })
  const screen = await showConsole(rights)
  await expect.element(screen.getByText('Nobody waits for approval')).toBeVisible()
  await screen.getByRole('button', { name: 'Required checks' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByLabelText('Interview')).toBeChecked()
  await dialog.getByRole('checkbox', { name: 'Training' }).click()
  answer(calls.setRequirements, refuse('matching.no_plan', 404, 'This programme is not yours.'))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/not yours/)
  const saving = answer(calls.setRequirements, { ended: 2 })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Saved. 2 approvals ended.')).toBeVisible()
  expect(saving.inputs).toMatchObject([{ params: { projectId: 7 }, body: { kinds: ['interview', 'training'] } }])
})

test('[STF-14] the file of a check is added, and opened only with a reason', async () => {
  const withFile = { ...ravi, checks: [{ ...passed, fileName: 'certificate.pdf' }] }
  answer(calls.listMentorsToScreen, { mentors: [{ ...ravi, checks: [passed] }], hasNextPage: false })
  const screen = await showConsole(rights)
  const adding = answer(calls.uploadEvidence, withFile)
  await expect.element(screen.getByRole('button', { name: /^Add a file/ })).toBeVisible()
  answer(calls.listMentorsToScreen, { mentors: [withFile], hasNextPage: false })
  await screen.getByLabelText('File for Training').upload(new File(['%PDF'], 'certificate.pdf', { type: 'application/pdf' }))
  await screen.getByRole('button', { name: /^certificate.pdf/ }).click()
  expect(adding.inputs).toHaveLength(1)
  const file = { id: '7f3a91c2-1111-4222-8333-444455556666', name: 'certificate.pdf', type: 'application/pdf', size: 4 }
  const link = { ...file, url: '/api/v2/files/abc/', expiresAt: '2026-11-18T05:00:00.000Z' }
  const opening = answer(calls.openEvidence, link)
  const dialog = screen.getByRole('dialog', { name: 'Open certificate.pdf?' })
  await dialog.getByLabelText('Reason').fill('Before the interview')
  await dialog.getByRole('button', { name: 'Open', exact: true }).click()
  await expect.element(dialog.getByRole('link', { name: 'Open the file in a new tab' })).toHaveAttribute('href', link.url)
  expect(opening.inputs).toMatchObject([{ query: { reason: 'Before the interview' } }])
})
