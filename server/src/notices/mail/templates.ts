import { mentorshipTemplates } from './mentorship-templates.ts'
import type { MailTemplate, TemplateName } from './template-values.ts'

/** Every mail of the product. Values are inserted by name; every mail greets by `name`. */
export const mailTemplates: Record<TemplateName, MailTemplate> = {
  stolenSignIn: {
    subject: 'notices.stolenSignIn.subject',
    paragraphs: ['notices.stolenSignIn.what', 'notices.stolenSignIn.do'],
    button: { label: 'notices.stolenSignIn.button', path: '/signin' },
  },
  testMail: { subject: 'notices.testMail.subject', paragraphs: ['notices.testMail.what'] },
  signUpCode: {
    subject: 'notices.signUpCode.subject',
    paragraphs: ['notices.signUpCode.what', 'notices.code.life', 'notices.signUpCode.notYou'],
  },
  resetCode: {
    subject: 'notices.resetCode.subject',
    paragraphs: ['notices.resetCode.what', 'notices.code.life', 'notices.resetCode.notYou'],
  },
  changeEmailCode: {
    subject: 'notices.changeEmailCode.subject',
    paragraphs: ['notices.changeEmailCode.what', 'notices.code.life', 'notices.changeEmailCode.notYou'],
  },
  verifyAddress: {
    subject: 'notices.verifyAddress.subject',
    paragraphs: ['notices.verifyAddress.what', 'notices.verifyAddress.life'],
    button: { label: 'notices.verifyAddress.button' },
  },
  passwordChanged: {
    subject: 'notices.passwordChanged.subject',
    paragraphs: ['notices.passwordChanged.what', 'notices.passwordChanged.notYou'],
    button: { label: 'notices.passwordChanged.button', path: '/resetpassword' },
  },
  emailChanged: {
    subject: 'notices.emailChanged.subject',
    paragraphs: ['notices.emailChanged.what', 'notices.emailChanged.notYou'],
    button: { label: 'notices.emailChanged.button', path: '/signin' },
  },
  recoveryCodeUsed: {
    subject: 'notices.recoveryCodeUsed.subject',
    paragraphs: ['notices.recoveryCodeUsed.what', 'notices.recoveryCodeUsed.notYou'],
    button: { label: 'notices.passwordChanged.button', path: '/resetpassword' },
  },
  resetRequested: {
    subject: 'notices.resetRequested.subject',
    paragraphs: ['notices.resetRequested.what', 'notices.resetRequested.do'],
    button: { label: 'notices.resetRequested.button', path: '/staff/team' },
  },
  authenticatorReset: {
    subject: 'notices.authenticatorReset.subject',
    paragraphs: ['notices.authenticatorReset.what', 'notices.authenticatorReset.notYou'],
    button: { label: 'notices.emailChanged.button', path: '/signin' },
  },
  welcome: {
    subject: 'notices.welcome.subject',
    paragraphs: ['notices.welcome.what', 'notices.welcome.help'],
    button: { label: 'notices.welcome.button', path: '/' },
  },
  opened: {
    subject: 'notices.opened.subject',
    paragraphs: ['notices.opened.what'],
    button: { label: 'notices.opened.button' },
  },
  leaveAsked: {
    subject: 'notices.leaveAsked.subject',
    paragraphs: ['notices.leaveAsked.what', 'notices.leaveAsked.keep'],
    button: { label: 'notices.leaveAsked.button', path: '/profile' },
  },
  helpAnswered: {
    subject: 'notices.helpAnswered.subject',
    paragraphs: ['notices.helpAnswered.what', 'notices.helpAnswered.where'],
    button: { label: 'notices.helpAnswered.button' },
  },
  helpClosed: {
    subject: 'notices.helpClosed.subject',
    paragraphs: ['notices.helpClosed.what', 'notices.helpClosed.again'],
    button: { label: 'notices.helpAnswered.button' },
  },
  helpAssigned: {
    subject: 'notices.helpAssigned.subject',
    paragraphs: ['notices.helpAssigned.what'],
    button: { label: 'notices.memberInDanger.button' },
  },
  staffWaiting: {
    subject: 'notices.staffWaiting.subject',
    paragraphs: ['notices.staffWaiting.what', 'notices.staffWaiting.settings'],
    button: { label: 'notices.staffWaiting.button', path: '/staff' },
  },
  closed: {
    subject: 'notices.closed.subject',
    paragraphs: ['notices.closed.what', 'notices.accountChanged.ask'],
    button: { label: 'notices.leaveAsked.button' },
  },
  answerCorrected: {
    subject: 'notices.answerCorrected.subject',
    paragraphs: ['notices.answerCorrected.what', 'notices.answerCorrected.see', 'notices.accountChanged.ask'],
    button: { label: 'notices.leaveAsked.button' },
  },
  accountChanged: {
    subject: 'notices.accountChanged.subject',
    paragraphs: ['notices.accountChanged.what', 'notices.accountChanged.ask'],
    button: { label: 'notices.leaveAsked.button' },
  },
  accountBlocked: {
    subject: 'notices.accountBlocked.subject',
    paragraphs: ['notices.accountBlocked.what', 'notices.accountBlocked.ask'],
  },
  accountUnblocked: {
    subject: 'notices.accountUnblocked.subject',
    paragraphs: ['notices.accountUnblocked.what'],
    button: { label: 'notices.emailChanged.button', path: '/signin' },
  },
  memberInDanger: {
    subject: 'notices.memberInDanger.subject',
    paragraphs: ['notices.memberInDanger.what', 'notices.memberInDanger.where'],
    button: { label: 'notices.memberInDanger.button' },
  },
  safetyUrgent: {
    subject: 'notices.safetyUrgent.subject',
    paragraphs: ['notices.safetyUrgent.what', 'notices.safetyUrgent.where'],
    button: { label: 'notices.safetyUrgent.button', path: '/staff/safety' },
  },
  safetyWaiting: {
    subject: 'notices.safetyWaiting.subject',
    paragraphs: ['notices.safetyWaiting.what', 'notices.safetyWaiting.where'],
    button: { label: 'notices.safetyWaiting.button', path: '/staff/safety' },
  },
  reportAnswered: {
    subject: 'notices.reportAnswered.subject',
    paragraphs: ['notices.reportAnswered.what', 'notices.reportAnswered.where'],
    button: { label: 'notices.reportAnswered.button', path: '/my-reports' },
  },
  safetyWarned: {
    subject: 'notices.safetyWarned.subject',
    paragraphs: ['notices.safetyWarned.what', 'notices.safetyStep.answer'],
  },
  safetyMuted: { subject: 'notices.safetyMuted.subject', paragraphs: ['notices.safetyMuted.what', 'notices.safetyStep.answer'] },
  safetyPaused: {
    subject: 'notices.safetyPaused.subject',
    paragraphs: ['notices.safetyPaused.what', 'notices.safetyStep.answer'],
  },
  safetySuspended: {
    subject: 'notices.safetySuspended.subject',
    paragraphs: ['notices.safetySuspended.what', 'notices.safetyStep.answer'],
  },
  safetyPairEnded: {
    subject: 'notices.safetyPairEnded.subject',
    paragraphs: ['notices.safetyPairEnded.what', 'notices.safetyStep.answer'],
  },
  safetyBanned: {
    subject: 'notices.safetyBanned.subject',
    paragraphs: ['notices.safetyBanned.what', 'notices.safetyStep.answer'],
  },
  safetyUndone: {
    subject: 'notices.safetyUndone.subject',
    paragraphs: ['notices.safetyUndone.what', 'notices.safetyStep.answer'],
  },
  ...mentorshipTemplates,
  matchesFound: {
    subject: 'notices.matchesFound.subject',
    paragraphs: ['notices.matchesFound.what', 'notices.matchesFound.do'],
    button: { label: 'notices.matchesFound.button' },
  },
  matchAsked: {
    subject: 'notices.matchAsked.subject',
    paragraphs: ['notices.matchAsked.what', 'notices.matchAsked.do'],
    button: { label: 'notices.matchAsked.button' },
  },
  matchReminder: {
    subject: 'notices.matchReminder.subject',
    paragraphs: ['notices.matchReminder.what', 'notices.matchReminder.do'],
    button: { label: 'notices.matchReminder.button' },
  },
  matchNotMade: {
    subject: 'notices.matchNotMade.subject',
    paragraphs: ['notices.matchNotMade.what', 'notices.matchNotMade.do'],
    button: { label: 'notices.matchNotMade.button' },
  },
  groupPlace: {
    subject: 'notices.groupPlace.subject',
    paragraphs: ['notices.groupPlace.what', 'notices.groupPlace.do'],
    button: { label: 'notices.groupPlace.button' },
  },
  groupLater: {
    subject: 'notices.groupLater.subject',
    paragraphs: ['notices.groupLater.what', 'notices.groupLater.do'],
    button: { label: 'notices.groupLater.button' },
  },
  calendarAdded: {
    subject: 'notices.calendarAdded.subject',
    paragraphs: ['notices.calendarAdded.what', 'notices.calendarAdded.file'],
    button: { label: 'notices.calendarAdded.button' },
  },
  calendarChanged: {
    subject: 'notices.calendarChanged.subject',
    paragraphs: ['notices.calendarChanged.what', 'notices.calendarChanged.file'],
    button: { label: 'notices.calendarChanged.button' },
  },
  calendarCancelled: {
    subject: 'notices.calendarCancelled.subject',
    paragraphs: ['notices.calendarCancelled.what', 'notices.calendarCancelled.file'],
    button: { label: 'notices.calendarCancelled.button' },
  },
  calendarAccepted: {
    subject: 'notices.calendarAccepted.subject',
    paragraphs: ['notices.calendarAccepted.what'],
    button: { label: 'notices.calendarAccepted.button' },
  },
  calendarDeclined: {
    subject: 'notices.calendarDeclined.subject',
    paragraphs: ['notices.calendarDeclined.what'],
    button: { label: 'notices.calendarDeclined.button' },
  },
  calendarProposed: {
    subject: 'notices.calendarProposed.subject',
    paragraphs: ['notices.calendarProposed.what'],
    button: { label: 'notices.calendarProposed.button' },
  },
  calendarKept: {
    subject: 'notices.calendarKept.subject',
    paragraphs: ['notices.calendarKept.what'],
    button: { label: 'notices.calendarKept.button' },
  },
  calendarReminder: {
    subject: 'notices.calendarReminder.subject',
    paragraphs: ['notices.calendarReminder.what', 'notices.calendarReminder.do'],
    button: { label: 'notices.calendarReminder.button' },
  },
  calendarRevoked: {
    subject: 'notices.calendarRevoked.subject',
    paragraphs: ['notices.calendarRevoked.what', 'notices.calendarRevoked.do'],
    button: { label: 'notices.calendarRevoked.button' },
  },
  sessionDue: {
    subject: 'notices.sessionDue.subject',
    paragraphs: ['notices.sessionDue.what', 'notices.sessionDue.do'],
    button: { label: 'notices.sessionDue.button' },
  },
  messageRejected: {
    subject: 'notices.messageRejected.subject',
    paragraphs: ['notices.messageRejected.what', 'notices.messageRejected.do'],
    button: { label: 'notices.chatWaiting.button' },
  },
  chatWaiting: {
    subject: 'notices.chatWaiting.subject',
    paragraphs: ['notices.chatWaiting.what', 'notices.chatWaiting.do'],
    button: { label: 'notices.chatWaiting.button' },
  },
  called: {
    subject: 'notices.called.subject',
    paragraphs: ['notices.called.what', 'notices.called.do'],
    button: { label: 'notices.called.button', path: '/chat/messenger' },
  },
  surveyOpened: {
    subject: 'notices.surveyOpened.subject',
    paragraphs: ['notices.surveyOpened.what', 'notices.surveyOpened.do'],
    button: { label: 'notices.surveyOpened.button' },
  },
  newSession: {
    subject: 'notices.newSession.subject',
    paragraphs: ['notices.newSession.what', 'notices.newSession.do'],
    button: { label: 'notices.newSession.button' },
  },
  summaryReady: {
    subject: 'notices.summaryReady.subject',
    paragraphs: ['notices.summaryReady.what', 'notices.summaryReady.do'],
    button: { label: 'notices.summaryReady.button' },
  },
  ratingDue: {
    subject: 'notices.ratingDue.subject',
    paragraphs: ['notices.ratingDue.what', 'notices.ratingDue.do'],
    button: { label: 'notices.ratingDue.button' },
  },
  mentioned: {
    subject: 'notices.mentioned.subject',
    paragraphs: ['notices.mentioned.what', 'notices.mentioned.do'],
    button: { label: 'notices.mentioned.button' },
  },
  newPost: {
    subject: 'notices.newPost.subject',
    paragraphs: ['notices.newPost.what', 'notices.newPost.do'],
    button: { label: 'notices.newPost.button' },
  },
  digest: {
    subject: 'notices.digest.subject',
    paragraphs: ['notices.digest.what'],
    button: { label: 'notices.digest.button', path: '/' },
  },
}
