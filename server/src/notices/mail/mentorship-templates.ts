import type { MailTemplate } from './template-values.ts'

/** Start, course and end of a mentorship. */
export const mentorshipTemplates = {
  mentorshipStarted: {
    subject: 'notices.mentorshipStarted.subject',
    paragraphs: ['notices.mentorshipStarted.what', 'notices.mentorshipStarted.do'],
    button: { label: 'notices.mentorshipStarted.button' },
  },
  mentorshipEnded: {
    subject: 'notices.mentorshipEnded.subject',
    paragraphs: ['notices.mentorshipEnded.what', 'notices.mentorshipEnded.do'],
    button: { label: 'notices.mentorshipEnded.button' },
  },
  farewellBegun: {
    subject: 'notices.farewellBegun.subject',
    paragraphs: ['notices.farewellBegun.what', 'notices.farewellBegun.do'],
    button: { label: 'notices.farewell.button' },
  },
  farewellWritten: {
    subject: 'notices.farewellWritten.subject',
    paragraphs: ['notices.farewellWritten.what'],
    button: { label: 'notices.farewell.button' },
  },
  farewellCancelled: {
    subject: 'notices.farewellCancelled.subject',
    paragraphs: ['notices.farewellCancelled.what'],
    button: { label: 'notices.mentorshipEnded.button' },
  },
  farewellClosed: {
    subject: 'notices.farewellClosed.subject',
    paragraphs: ['notices.farewellClosed.what', 'notices.farewellClosed.do'],
    button: { label: 'notices.farewell.button' },
  },
  requestAnswered: {
    subject: 'notices.requestAnswered.subject',
    paragraphs: ['notices.requestAnswered.what'],
    button: { label: 'notices.mentorshipEnded.button' },
  },
  pairStep: {
    subject: 'notices.pairStep.subject',
    paragraphs: ['notices.pairStep.what', 'notices.pairStep.talk'],
    button: { label: 'notices.mentorshipEnded.button' },
  },
  nudge: {
    subject: 'notices.nudge.subject',
    paragraphs: ['notices.nudge.what', 'notices.nudge.why'],
    button: { label: 'notices.nudge.button' },
  },
  checkInAsked: {
    subject: 'notices.checkInAsked.subject',
    paragraphs: ['notices.checkInAsked.what', 'notices.checkInAsked.who'],
    button: { label: 'notices.checkInAsked.button' },
  },
  agreementProposed: {
    subject: 'notices.agreementProposed.subject',
    paragraphs: ['notices.agreementProposed.what'],
    button: { label: 'notices.mentorshipEnded.button' },
  },
  agreementSet: {
    subject: 'notices.agreementSet.subject',
    paragraphs: ['notices.agreementSet.what'],
    button: { label: 'notices.mentorshipEnded.button' },
  },
  agreementDeclined: {
    subject: 'notices.agreementDeclined.subject',
    paragraphs: ['notices.agreementDeclined.what'],
    button: { label: 'notices.mentorshipEnded.button' },
  },
  partnerFinished: {
    subject: 'notices.partnerFinished.subject',
    paragraphs: ['notices.partnerFinished.what', 'notices.partnerFinished.do'],
    button: { label: 'notices.partnerFinished.button' },
  },
} satisfies Record<string, MailTemplate>
