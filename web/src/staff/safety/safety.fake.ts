import type { Case, CaseReport, CaseRow } from '@saathi/contract/safety/case-entities'

/** Farida Khan reads the desk in these tests. */
export const farida = { personId: 1, name: 'Farida Khan' }
export const vikram = { personId: 2, name: 'Vikram Sethi' }

export const caseRow = (changes: Partial<CaseRow> = {}): CaseRow => ({
  id: 147,
  source: 'report',
  state: 'open',
  isUrgent: true,
  reason: 'meet_or_photos',
  kind: 'message',
  reporterRole: 'Mentee',
  concernedRole: 'Mentor',
  programme: 'Pragati',
  words: 'It should stop.',
  reports: 1,
  openedAt: '2026-11-18T03:33:00.000Z',
  dueAt: '2026-11-18T04:33:00.000Z',
  isAnswered: false,
  takenBy: null,
  takenAt: null,
  waitsForYou: false,
  ...changes,
})

export const caseReport = (changes: Partial<CaseReport> = {}): CaseReport => ({
  id: 31,
  reporter: { personId: 8, name: 'Phulmani K.' },
  kind: 'message',
  reason: 'meet_or_photos',
  about: { personId: 9, name: 'Dinesh K.' },
  state: 'received',
  sentAt: '2026-11-18T03:33:00.000Z',
  isReopened: false,
  mayTellGuardian: null,
  messages: [{ id: 1, by: null, isFromTeam: false, kind: 'words', text: 'It should stop.', at: '2026-11-18T03:33:00.000Z' }],
  hasEvidence: true,
  ...changes,
})

/** A case that Farida has taken. */
export const fullCase = (changes: Partial<Case> = {}): Case => ({
  ...caseRow({ takenBy: farida, takenAt: '2026-11-18T03:40:00.000Z' }),
  reportsInIt: [caseReport()],
  people: [
    { personId: 8, name: 'Phulmani K.', role: 'Mentee', part: 'reporter', language: 'hi', isAdult: false, isDisabled: false },
    { personId: 9, name: 'Dinesh K.', role: 'Mentor', part: 'concerned', language: 'en', isAdult: true, isDisabled: false },
  ],
  events: [
    { number: 1, at: '2026-11-18T03:33:00.000Z', kind: 'opened', by: null, person: null, detail: null, text: null, until: null },
    {
      number: 2,
      at: '2026-11-18T03:40:00.000Z',
      kind: 'taken',
      by: farida,
      person: null,
      detail: null,
      text: null,
      until: null,
    },
  ],
  tasks: [],
  unlocks: [],
  steps: [],
  legal: {
    isPossibleOffence: false,
    entries: [],
    numbers: {
      headName: 'Dr Sunanda Xaxa',
      policeName: 'SJPU Ranchi',
      policeNumber: '0651 220 0000',
      checkedBy: null,
      checkedAt: null,
    },
  },
  openPoints: ['unanswered_report', 'sign_off'],
  desk: [farida, vikram],
  isSealWhole: true,
  looksHiddenUntil: null,
  hasPair: true,
  hasChannel: true,
  ...changes,
})
