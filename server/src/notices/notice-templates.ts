import { type Notice, NoticeKind } from '@saathi/contract/notices/entities'
import type { TextKey } from '@saathi/contract/texts'
import type { Db } from '#core/ctx.ts'
import { findText, languageOf } from '#core/texts.ts'
import type { MailValues, TemplateName } from './mail/template-values.ts'
import type { NoticeRow } from './notice-store.ts'
import { formatValues, type Names, type NoticeValue, peopleIn, readValues } from './notice-values.ts'
import { findNames } from './store.ts'

/** `push`: what a device shows at once, where the list in Saathi says something else later. */
type NoticeTemplate = { title: TextKey; text: TextKey; push?: { title: TextKey; text: TextKey } }

/** Every notice of the product. The mail of the same name says the same at more length. */
const noticeTemplates = {
  welcome: { title: 'notices.welcome.subject', text: 'notices.welcome.what' },
  opened: { title: 'notices.opened.subject', text: 'notices.opened.what' },
  passwordChanged: { title: 'notices.passwordChanged.subject', text: 'notices.passwordChanged.what' },
  emailChanged: { title: 'notices.emailChanged.subject', text: 'notices.emailChanged.what' },
  recoveryCodeUsed: { title: 'notices.recoveryCodeUsed.subject', text: 'notices.recoveryCodeUsed.what' },
  resetRequested: { title: 'notices.resetRequested.subject', text: 'notices.resetRequested.what' },
  authenticatorReset: { title: 'notices.authenticatorReset.subject', text: 'notices.authenticatorReset.what' },
  stolenSignIn: { title: 'notices.stolenSignIn.subject', text: 'notices.stolenSignIn.what' },
  leaveAsked: { title: 'notices.leaveAsked.subject', text: 'notices.leaveAsked.what' },
  helpAnswered: { title: 'notices.helpAnswered.subject', text: 'notices.helpAnswered.what' },
  helpClosed: { title: 'notices.helpClosed.subject', text: 'notices.helpClosed.what' },
  helpAssigned: { title: 'notices.helpAssigned.subject', text: 'notices.helpAssigned.what' },
  staffWaiting: { title: 'notices.staffWaiting.title', text: 'notices.staffWaiting.text' },
  closed: { title: 'notices.closed.subject', text: 'notices.closed.what' },
  answerCorrected: { title: 'notices.answerCorrected.subject', text: 'notices.answerCorrected.what' },
  accountChanged: { title: 'notices.accountChanged.subject', text: 'notices.accountChanged.what' },
  memberInDanger: { title: 'notices.memberInDanger.subject', text: 'notices.memberInDanger.what' },
  safetyUrgent: { title: 'notices.safetyUrgent.subject', text: 'notices.safetyUrgent.what' },
  safetyWaiting: { title: 'notices.safetyWaiting.subject', text: 'notices.safetyWaiting.what' },
  reportAnswered: { title: 'notices.reportAnswered.subject', text: 'notices.reportAnswered.what' },
  safetyWarned: { title: 'notices.safetyWarned.subject', text: 'notices.safetyWarned.what' },
  safetyMuted: { title: 'notices.safetyMuted.subject', text: 'notices.safetyMuted.what' },
  safetyPaused: { title: 'notices.safetyPaused.subject', text: 'notices.safetyPaused.what' },
  safetySuspended: { title: 'notices.safetySuspended.subject', text: 'notices.safetySuspended.what' },
  safetyPairEnded: { title: 'notices.safetyPairEnded.subject', text: 'notices.safetyPairEnded.what' },
  safetyBanned: { title: 'notices.safetyBanned.subject', text: 'notices.safetyBanned.what' },
  safetyUndone: { title: 'notices.safetyUndone.subject', text: 'notices.safetyUndone.what' },
  mentorshipStarted: { title: 'notices.mentorshipStarted.subject', text: 'notices.mentorshipStarted.what' },
  mentorshipEnded: { title: 'notices.mentorshipEnded.subject', text: 'notices.mentorshipEnded.what' },
  farewellBegun: { title: 'notices.farewellBegun.subject', text: 'notices.farewellBegun.what' },
  farewellWritten: { title: 'notices.farewellWritten.subject', text: 'notices.farewellWritten.what' },
  farewellCancelled: { title: 'notices.farewellCancelled.subject', text: 'notices.farewellCancelled.what' },
  farewellClosed: { title: 'notices.farewellClosed.subject', text: 'notices.farewellClosed.what' },
  requestAnswered: { title: 'notices.requestAnswered.subject', text: 'notices.requestAnswered.what' },
  pairStep: { title: 'notices.pairStep.subject', text: 'notices.pairStep.what' },
  checkInAsked: { title: 'notices.checkInAsked.subject', text: 'notices.checkInAsked.what' },
  agreementProposed: { title: 'notices.agreementProposed.subject', text: 'notices.agreementProposed.what' },
  agreementSet: { title: 'notices.agreementSet.subject', text: 'notices.agreementSet.what' },
  agreementDeclined: { title: 'notices.agreementDeclined.subject', text: 'notices.agreementDeclined.what' },
  partnerFinished: { title: 'notices.partnerFinished.subject', text: 'notices.partnerFinished.what' },
  matchesFound: { title: 'notices.matchesFound.subject', text: 'notices.matchesFound.what' },
  matchAsked: { title: 'notices.matchAsked.subject', text: 'notices.matchAsked.what' },
  matchReminder: { title: 'notices.matchReminder.subject', text: 'notices.matchReminder.what' },
  matchNotMade: { title: 'notices.matchNotMade.subject', text: 'notices.matchNotMade.what' },
  groupPlace: { title: 'notices.groupPlace.subject', text: 'notices.groupPlace.what' },
  groupLater: { title: 'notices.groupLater.subject', text: 'notices.groupLater.what' },
  calendarAdded: { title: 'notices.calendarAdded.subject', text: 'notices.calendarAdded.what' },
  calendarChanged: { title: 'notices.calendarChanged.subject', text: 'notices.calendarChanged.what' },
  calendarCancelled: { title: 'notices.calendarCancelled.subject', text: 'notices.calendarCancelled.what' },
  calendarAccepted: { title: 'notices.calendarAccepted.subject', text: 'notices.calendarAccepted.what' },
  calendarDeclined: { title: 'notices.calendarDeclined.subject', text: 'notices.calendarDeclined.what' },
  calendarProposed: { title: 'notices.calendarProposed.subject', text: 'notices.calendarProposed.what' },
  calendarKept: { title: 'notices.calendarKept.subject', text: 'notices.calendarKept.what' },
  calendarReminder: { title: 'notices.calendarReminder.subject', text: 'notices.calendarReminder.what' },
  calendarRevoked: { title: 'notices.calendarRevoked.subject', text: 'notices.calendarRevoked.what' },
  sessionDue: { title: 'notices.sessionDue.subject', text: 'notices.sessionDue.what' },
  messageRejected: { title: 'notices.messageRejected.subject', text: 'notices.messageRejected.what' },
  chatWaiting: { title: 'notices.chatWaiting.subject', text: 'notices.chatWaiting.what' },
  called: {
    title: 'notices.called.subject',
    text: 'notices.called.what',
    push: { title: 'notices.called.now', text: 'notices.called.nowText' },
  },
  surveyOpened: { title: 'notices.surveyOpened.subject', text: 'notices.surveyOpened.what' },
  newSession: { title: 'notices.newSession.subject', text: 'notices.newSession.what' },
  summaryReady: { title: 'notices.summaryReady.subject', text: 'notices.summaryReady.what' },
  ratingDue: { title: 'notices.ratingDue.subject', text: 'notices.ratingDue.what' },
  mentioned: { title: 'notices.mentioned.subject', text: 'notices.mentioned.what' },
  nudge: { title: 'notices.nudge.subject', text: 'notices.nudge.what' },
  newPost: { title: 'notices.newPost.subject', text: 'notices.newPost.what' },
} satisfies Partial<Record<TemplateName, NoticeTemplate>>

export type NoticeTemplateName = keyof typeof noticeTemplates
/** The greeting name comes from the person. */
export type NoticeValues<T extends NoticeTemplateName> = Readonly<Record<Exclude<keyof MailValues<T>, 'name'>, NoticeValue>>

/** Null for a template from a later version. */
export const findTemplate = (name: string): NoticeTemplate | null => (isTemplate(name) ? noticeTemplates[name] : null)
export const isTemplate = (name: string): name is NoticeTemplateName => Object.hasOwn(noticeTemplates, name)

/** In the reader's current language, without notices of a later version. `as`: for the list in Saathi, or for a device. */
export async function renderNotices(
  db: Db,
  language: string,
  rows: readonly NoticeRow[],
  as: 'list' | 'push' = 'list',
): Promise<Notice[]> {
  const people = rows.flatMap(({ values }) => peopleIn(readValues(values)))
  const names = await findNames(db, language, people)
  return rows.flatMap((row) => renderNotice(language, row, { names, as }))
}

type Look = { names: Names; as: 'list' | 'push' }

export function renderNotice(language: string, row: NoticeRow, { names, as }: Look): Notice[] {
  const template = findTemplate(row.template)
  const kind = NoticeKind.safeParse(row.kind)
  if (!template || !kind.success) return []
  const t = findText(language)
  const values = readValues(row.values)
  const translate = (key: TextKey) => t(key, formatValues(languageOf(language, key), values, names))
  const { title, text } = as === 'push' ? { ...template, ...template.push } : template
  return [
    {
      id: row.id,
      kind: kind.data,
      title: translate(title),
      text: translate(text),
      link: row.link,
      createdAt: row.createdAt.toISOString(),
      isRead: row.readAt !== null,
    },
  ]
}
