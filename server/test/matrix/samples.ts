import { PhoneNumber } from '@saathi/contract/accounts/phone'
import { checkImport, exportProgramme } from '@saathi/contract/content/exchange-calls'
import { Email, LanguageCode } from '@saathi/contract/core/fields'
import { accountSamples } from './account-samples.ts'
import { calendarSamples } from './calendar-objects.ts'
import { chatSamples } from './chat-objects.ts'
import { feedSamples } from './feed-objects.ts'
import { helpSamples } from './help-objects.ts'
import type { TestServer } from '../harness.ts'
import { drawing } from '../programme-folder.ts'
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

/** What is published, exported and checked by an administrator. */
async function buildCheckedArchive(server: TestServer) {
  const admin = await buildStaff(server, 'Admin')
  const { body } = await server.ask(admin, exportProgramme, {})
  const archive = { name: 'programme.zip', type: 'application/zip', bytes: Buffer.from(body.content, 'base64') }
  const file = new File([archive.bytes], archive.name, { type: archive.type })
  const { plan, problems } = replyOf(await sendForm(server, checkImport, admin, [['archive', file]]))
  if (!plan) throw new Error(`The export cannot be imported: ${JSON.stringify(problems.slice(0, 5))}`)
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
  'PUT /api/v2/notices/choices/': () => ({ body: { kind: 'account' } }),
  'PUT /api/v2/notices/quiet-hours/': () => ({ body: { from: '22:00', until: '07:00' } }),
  'POST /api/v2/staff/content-pictures/': () => ({
    files: { picture: { name: 'dot.svg', type: 'image/svg+xml', bytes: new TextEncoder().encode(drawing('#fff')) } },
  }),
  'POST /api/v2/staff/programme-import/': buildCheckedArchive,
  'POST /api/v2/files/': () => ({ fields: { purpose: 'profile_picture' } }),
}
