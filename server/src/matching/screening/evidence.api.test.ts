import { listLooksAtMe } from '@saathi/contract/accounts/look-calls'
import * as calls from '@saathi/contract/matching/screening-calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makePdf, makePicture } from '#core/files/test-pictures.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { buildMatching, buildSeeker } from '../../../test/matching.ts'
import { sendForm } from '../../../test/send-form.ts'
import { buildStaff, buildStaffOf } from '../../../test/staff-rights.ts'

const reason = 'Before the interview'
let server: TestServer
let admin: number
let projectId: number
let mentor: number
beforeAll(async () => {
  server = await startTestServer()
  admin = await buildStaff(server, 'Admin')
})
afterAll(() => server.stop())
beforeEach(async () => {
  ;({ projectId } = await buildMatching(server, { plan: { needs_approval: true } }))
  mentor = await buildSeeker(server, { projectId, part: 'mentor', approved: false })
})

const place = () => ({ personId: mentor, kind: 'interview' }) as const
const record = () => {
  const body = { isPassed: true, evidence: 'Notes in folder 12', expiresOn: null }
  return server.ask(admin, calls.setCheck, { params: place(), body })
}
const pdf = () => new File([new Uint8Array(makePdf())], 'reference.pdf', { type: 'application/pdf' })
function upload(who: number, file: File, personId = mentor) {
  const path = `/api/v2/staff/screening/${personId}/checks/interview/file/` as const
  return sendForm(server, { ...calls.uploadEvidence, path }, who, [['file', file]])
}
const open = (who: number | null, why = reason) =>
  server.ask(who, calls.openEvidence, { params: place(), query: { reason: why } })
const remove = (who: number) => server.ask(who, calls.removeEvidence, { params: place(), body: { reason } })
const fetchLink = async (who: number, url: string) =>
  server.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${await server.tokenFor(who)}` } })

describe('[STF-14] the file of a check', () => {
  test('is added to a recorded check, replaced and removed, and nothing of the earlier file stays', async () => {
    expect((await upload(admin, pdf())).refusal?.code).toBe('matching.check_not_recorded')
    expect((await record()).body.checks).toMatchObject([{ kind: 'interview', fileName: null }])
    const added = await upload(admin, pdf())
    expect(added.reply?.checks).toMatchObject([{ kind: 'interview', fileName: 'reference.pdf' }])
    const files = () => server.db.selectFrom('file').select('name').where('owner_id', '=', mentor).execute()
    const picture = new File([new Uint8Array(await makePicture())], 'card.jpg', { type: 'image/jpeg' })
    expect((await upload(admin, picture)).status).toBe(200)
    expect(await files()).toEqual([{ name: 'card.jpg' }])
    // The result stays when it is recorded again.
    expect((await record()).body.checks).toMatchObject([{ fileName: 'card.jpg' }])
    expect((await remove(admin)).body.checks).toMatchObject([{ kind: 'interview', fileName: null }])
    expect(await files()).toEqual([])
    expect(await open(admin)).toMatchObject({ status: 404, body: { code: 'matching.no_evidence_file' } })
  })

  test('is a PDF or picture, by its content', async () => {
    await record()
    const script = new File(['<script>alert(1)</script>'], 'reference.pdf', { type: 'application/pdf' })
    expect((await upload(admin, script)).refusal?.code).toMatch(/^files\./)
    expect((await upload(admin, new File(['hello'], 'notes.txt', { type: 'text/plain' }))).refusal?.code).toMatch(/^files\./)
    const large = new File([new Uint8Array(calls.EVIDENCE_MAX_BYTES + 1)], 'large.pdf', { type: 'application/pdf' })
    expect((await upload(admin, large)).refusal?.code).toBe('core.too_large')
  })

  test('is opened with a reason that the mentor can read, by those who may screen them', async () => {
    await record()
    await upload(admin, pdf())
    expect((await open(admin, 'x')).status).toBe(400)
    expect([(await open(null)).status, (await open(mentor)).status]).toEqual([401, 403])
    const manager = await buildStaffOf(server, 'ProgramManager', projectId)
    const { body } = await open(manager)
    expect(body).toMatchObject({ name: 'reference.pdf', type: 'application/pdf' })
    expect((await fetchLink(manager, body.url)).statusCode).toBe(200)
    const { looks } = (await server.ask(mentor, listLooksAtMe, { query: {} })).body
    expect(looks[0]).toMatchObject({ what: 'opened_evidence', reason })
  })

  test('cannot be opened with an earlier link by somebody who may no longer see the mentor', async () => {
    await record()
    await upload(admin, pdf())
    const manager = await buildStaffOf(server, 'ProgramManager', projectId)
    const { body } = await open(manager)
    const elsewhere = await buildMatching(server)
    await server.db.updateTable('person').set({ project_id: elsewhere.projectId }).where('id', '=', mentor).execute()
    expect((await fetchLink(manager, body.url)).statusCode).toBe(404)
  })

  test('of a mentor in another programme looks as if there were none', async () => {
    await record()
    await upload(admin, pdf())
    const elsewhere = await buildMatching(server)
    const stranger = await buildStaffOf(server, 'ProgramManager', elsewhere.projectId)
    for (const answer of [await open(stranger), await remove(stranger)])
      expect(answer).toMatchObject({ status: 404, body: { code: 'matching.person_not_found' } })
    expect((await upload(stranger, pdf())).refusal?.code).toBe('matching.person_not_found')
    expect((await server.ask(mentor, listLooksAtMe, { query: {} })).body.looks.map(({ what }) => what)).not.toContain('other')
  })
})
