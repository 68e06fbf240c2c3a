import { getDesk } from '@saathi/contract/content/desk-calls'
import type { ContentRow, DraftContent, DraftPart } from '@saathi/contract/content/drafts'
import * as calls from '@saathi/contract/content/draft-calls'
import type { CallReply } from '@saathi/contract/core/call'
import { answer } from '../../../test/harness.tsx'
import { showConsole } from '../console.fake.ts'
import { newQuestion } from './parts.ts'

const at = '2026-11-18T03:33:00.000Z'

export const part = (name: string, body: DraftPart['body'], revision = 3): DraftPart => ({
  name,
  revision,
  body,
  changedBy: 'Anil Bhosale',
  changedAt: at,
})

const block = { image: null, url: null, quiz: null, allowRetake: true }

/** A session of two steps, the second with a quiz. */
export const fullDraft = (changes: Partial<DraftContent> = {}): DraftContent => ({
  kind: 'session',
  key: 'speak-up',
  title: 'Speak up',
  state: 'draft',
  version: 3,
  revision: 12,
  hasChanges: true,
  scheduledFor: null,
  mayWrite: true,
  needsReview: false,
  askedBy: null,
  approvedBy: null,
  isReturned: false,
  returnedBy: null,
  mayApprove: false,
  parts: [
    part('session', {
      kind: 'session',
      title: 'Speak up',
      overview: 'What it is about.',
      tags: ['work'],
      color: '#FA86A3',
      cover: null,
      isLearningHub: true,
      first: null,
      projects: [],
      steps: [
        { key: 'why', title: 'Why rooms feel loud', durationMinutes: 6 },
        { key: 'try', title: 'Try it', durationMinutes: 9 },
      ],
    }),
    part('step:why', { kind: 'step', blocks: [{ ...block, id: 'b1', contentType: 'TEXT', text: 'Breathe in.' }] }),
    part('step:try', {
      kind: 'step',
      blocks: [{ ...block, id: 'b1', contentType: 'QUIZ', text: '', quiz: 'check' }],
    }),
    part('quiz:check', { kind: 'quiz', helpText: '', questions: [{ ...newQuestion('first'), title: 'What helps?' }] }),
  ],
  problems: [],
  languages: [{ language: 'hi', total: 9, missing: 0, behind: 2 }],
  openComments: 1,
  locked: [],
  media: [],
  ...changes,
})

export const preview = (text: string): CallReply<typeof calls.previewDraft> => ({
  revision: 12,
  title: 'Speak up',
  steps: [
    {
      key: 'why',
      title: 'Why rooms feel loud',
      minutes: 6,
      content: [
        {
          id: 1,
          contentType: 'TEXT',
          text,
          localeText: text,
          image: null,
          localeImage: null,
          imageWidth: null,
          imageHeight: null,
          imageBytes: null,
          url: null,
          localeUrl: null,
          quiz: null,
          allowRetake: true,
          isAnswered: false,
        },
      ],
    },
  ],
})

export const contentRow = (changes: Partial<ContentRow> = {}): ContentRow => ({
  kind: 'session',
  key: 'speak-up',
  title: 'Speak up',
  state: 'draft',
  version: 3,
  hasChanges: true,
  cover: null,
  color: '#FA86A3',
  steps: 5,
  minutes: 35,
  languages: [
    { language: 'hi', total: 9, missing: 0, behind: 2 },
    { language: 'mr', total: 9, missing: 9, behind: 0 },
  ],
  inTheMiddle: 17,
  changedBy: 'Leela Thomas',
  isChangedByReader: false,
  isMine: false,
  changedAt: at,
  scheduledFor: null,
  mayWrite: true,
  ...changes,
})

/** Nothing waits, nobody struggles, nothing has a date. */
export const emptyDesk: CallReply<typeof getDesk> = { tasks: [], signals: [], next: [] }

/** Opens the editor as an author. Every save is taken. */
export function showEditor(draft = fullDraft(), path = '/staff/content/session/speak-up') {
  answer(getDesk, emptyDesk)
  answer(calls.getDraft, draft)
  answer(calls.previewDraft, preview('Breathe in, as learners read it.'))
  answer(calls.listContent, {
    rows: [],
    counts: { session: 1, survey: 0, post: 0, faq: 1, card: 2, legal: 3 },
    programmes: [],
    isForAll: true,
  })
  const screen = showConsole({ console: { actions: ['staff.console', 'staff.content'] }, path })
  return screen
}

/** Like the server: the part that was sent, in its next revision. */
export const takeSaves = () =>
  answer(calls.saveDraftPart, ({ body: { name, revision, body } }) => ({
    part: part(name, body, revision + 1),
    revision: 13,
    problems: [],
  }))
