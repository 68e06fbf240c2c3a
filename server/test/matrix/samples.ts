import { PhoneNumber } from '@saathi/contract/accounts/phone'
import { checkImport } from '@saathi/contract/content/exchange-calls'
import { Email, LanguageCode } from '@saathi/contract/core/fields'
import { accountSamples } from './account-samples.ts'
import { calendarSamples } from './calendar-objects.ts'
import { chatSamples } from './chat-objects.ts'
import { feedSamples } from './feed-objects.ts'
import { helpSamples } from './help-objects.ts'
import { zipFiles } from '#programme/export/zip.ts'
import { generateImport } from '../generated-programme.ts'
import type { TestServer } from '../harness.ts'
import { drawing } from '../programme-folder.ts'
import { mp3 } from '../recordings.ts'
import { replyOf, sendForm } from '../send-form.ts'
import { buildStaff } from '../staff-rights.ts'
import type { BuildInput } from './call-input.ts'
import { matchingSamples } from './matching-objects.ts'
import type { SampleRules } from './sample.ts'
import { videoSamples } from './video-objects.ts'

/** One valid value for each field that is validated by a pattern. */
export const fieldSamples: SampleRules['fieldSamples'] = new Map<Parameters<SampleRules['fieldSamples']['get']>[0], unknown>([
  [Email, 'sample@saathi.example'],
  [LanguageCode, 'hi'],
  [PhoneNumber, '919800000001'],
])

/** An archive that an administrator has checked. */
async function buildCheckedArchive(server: TestServer) {
  const archive = { name: 'programme.zip', type: 'application/zip', bytes: zipFiles(generateImport(7)) }
  const file = new File([new Uint8Array(archive.bytes)], archive.name, { type: archive.type })
  const checked = await sendForm(server, checkImport, await buildStaff(server, 'Admin'), [['archive', file]])
  const { plan, problems } = replyOf(checked)
  if (!plan) throw new Error(`The archive cannot be imported: ${JSON.stringify(problems.slice(0, 5))}`)
  return { files: { archive }, fields: { token: plan.token } }
}

/** Calls that need more than a valid shape to succeed, by method and path. List only what cannot be derived. */
export const callSamples: Readonly<Record<string, BuildInput>> = {
  ...accountSamples,
  ...helpSamples,
  ...feedSamples,
  ...matchingSamples,
  ...calendarSamples,
  ...chatSamples,
  ...videoSamples,
  'GET /api/v2/several/': () => ({ query: { paths: '/api/v2/users/profile/ /api/v2/notices/?page=1' } }),
  'PUT /api/v2/notices/choices/': () => ({ body: { kind: 'account' } }),
  'PUT /api/v2/notices/quiet-hours/': () => ({ body: { from: '22:00', until: '07:00' } }),
  'POST /api/v2/staff/content-pictures/': () => ({
    files: { picture: { name: 'dot.svg', type: 'image/svg+xml', bytes: new TextEncoder().encode(drawing('#fff')) } },
  }),
  'POST /api/v2/staff/content-recordings/': () => ({
    files: { recording: { name: 'said.mp3', type: 'audio/mpeg', bytes: new Uint8Array(mp3()) } },
  }),
  'POST /api/v2/staff/programme-import/': buildCheckedArchive,
  'POST /api/v2/files/': () => ({ fields: { purpose: 'profile_picture' } }),
}
