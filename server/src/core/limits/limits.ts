import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '@saathi/contract/core/time'
import type { Env } from '../env.ts'

/** At most `limit` attempts within the window, which starts with the first. */
export type Limit = { name: string; limit: number; windowSeconds: number }

/**
 * Every rate limit of the product. The first limit of a list that is exceeded refuses, and later ones do not count the attempt.
 */
const production = {
  /** A school may share one address, so this only stops machines. The sign-in block protects a single account from guesses. */
  signInPerIp: [
    { name: 'sign_in.ip', limit: 60, windowSeconds: MINUTE_SECONDS },
    { name: 'sign_in.ip', limit: 300, windowSeconds: HOUR_SECONDS },
  ],
  /** Checking whether an address is registered is allowed, so it is limited. */
  accountExistsPerIp: [
    { name: 'account_exists.ip', limit: 30, windowSeconds: MINUTE_SECONDS },
    { name: 'account_exists.ip', limit: 600, windowSeconds: HOUR_SECONDS },
  ],
  accountExistsPerAddress: [{ name: 'account_exists.address', limit: 30, windowSeconds: HOUR_SECONDS }],
  /** Mails that a stranger can trigger, with separate limits per purpose, so that one does not block another. */
  signUpCodePerAddress: [{ name: 'sign_up_code.address', limit: 10, windowSeconds: DAY_SECONDS }],
  changeCodePerAddress: [{ name: 'change_code.address', limit: 10, windowSeconds: DAY_SECONDS }],
  linkPerAddress: [{ name: 'link.address', limit: 10, windowSeconds: DAY_SECONDS }],
  /**
   * Also by IP: requests of strangers elsewhere never keep the owner from resetting the password. Strangers on the same network
   * do so for less than an hour.
   */
  resetPerAddressAndIp: [{ name: 'reset.address_and_ip', limit: 6, windowSeconds: HOUR_SECONDS }],
  resetTryPerAddressAndIp: [{ name: 'reset_try.address_and_ip', limit: 20, windowSeconds: HOUR_SECONDS }],
  codePerIp: [{ name: 'code.ip', limit: 60, windowSeconds: HOUR_SECONDS }],
  /** Guesses of codes and links for any address from one IP. */
  codeTryPerIp: [{ name: 'code_try.ip', limit: 120, windowSeconds: HOUR_SECONDS }],
  signUpPerIp: [{ name: 'sign_up.ip', limit: 60, windowSeconds: HOUR_SECONDS }],
  googlePerIp: [{ name: 'google.ip', limit: 120, windowSeconds: HOUR_SECONDS }],
  confirmPerPerson: [{ name: 'confirm.person', limit: 10, windowSeconds: HOUR_SECONDS }],
  secondFactorPerPerson: [{ name: 'second_factor.person', limit: 10, windowSeconds: HOUR_SECONDS }],
  exportPerPerson: [{ name: 'export.person', limit: 10, windowSeconds: DAY_SECONDS }],
  /** A page reports in batches and each failure once; a school may share one address. */
  clientErrorsPerIp: [
    { name: 'client_errors.ip', limit: 20, windowSeconds: MINUTE_SECONDS },
    { name: 'client_errors.ip', limit: 200, windowSeconds: HOUR_SECONDS },
  ],
  refreshPerIp: [{ name: 'refresh.ip', limit: 300, windowSeconds: MINUTE_SECONDS }],
  linkPreviewPerPerson: [{ name: 'link_preview.person', limit: 60, windowSeconds: MINUTE_SECONDS }],
  chatSearchPerPerson: [{ name: 'chat_search.person', limit: 60, windowSeconds: MINUTE_SECONDS }],
  /** Reactions, edits and deletions: each is sent to everybody in the conversation. */
  chatGesturePerPerson: [
    { name: 'chat_gesture.person', limit: 60, windowSeconds: MINUTE_SECONDS },
    { name: 'chat_gesture.person', limit: 600, windowSeconds: HOUR_SECONDS },
  ],
  videoCallPerPerson: [
    { name: 'video_call.person', limit: 20, windowSeconds: MINUTE_SECONDS },
    { name: 'video_call.person', limit: 200, windowSeconds: HOUR_SECONDS },
  ],
  videoEventPerPerson: [{ name: 'video_event.person', limit: 60, windowSeconds: MINUTE_SECONDS }],
  videoPiecePerPerson: [{ name: 'video_piece.person', limit: 60, windowSeconds: MINUTE_SECONDS }],
  matchChoicePerPerson: [{ name: 'match_choice.person', limit: 30, windowSeconds: MINUTE_SECONDS }],
  gifSearchPerPerson: [{ name: 'gif_search.person', limit: 60, windowSeconds: MINUTE_SECONDS }],
  /** Each request costs the operator money; above the limit the assistant answers from our own texts. */
  assistantPerPerson: [{ name: 'assistant.person', limit: 100, windowSeconds: DAY_SECONDS }],
  /** A person in need may write in bursts; only machines write continuously. */
  helpMessagePerPerson: [
    { name: 'help_message.person', limit: 20, windowSeconds: MINUTE_SECONDS },
    { name: 'help_message.person', limit: 200, windowSeconds: HOUR_SECONDS },
  ],
  /** Nobody with a reason to report needs more; only machines do. A report above the limit waits on the device and is sent later. */
  reportPerPerson: [
    { name: 'report.person', limit: 30, windowSeconds: HOUR_SECONDS },
    { name: 'report.person', limit: 100, windowSeconds: DAY_SECONDS },
  ],
  reportWordsPerPerson: [{ name: 'report_words.person', limit: 60, windowSeconds: HOUR_SECONDS }],
  /** Limits the disk space and image processing of one person. */
  uploadPerPerson: [
    { name: 'upload.person', limit: 60, windowSeconds: MINUTE_SECONDS },
    { name: 'upload.person', limit: 300, windowSeconds: HOUR_SECONDS },
  ],
  /** Each change may cause a notice and a mail to everybody in the mentorship. */
  calendarChangePerPerson: [
    { name: 'calendar_change.person', limit: 30, windowSeconds: MINUTE_SECONDS },
    { name: 'calendar_change.person', limit: 200, windowSeconds: HOUR_SECONDS },
  ],
  /** A calendar app fetches it about every hour, on a few devices. */
  calendarFeedPerAddress: [{ name: 'calendar_feed.address', limit: 120, windowSeconds: HOUR_SECONDS }],
  /** Starting stores a row for ten minutes; finishing sends a request to a provider, perhaps with a password. */
  calendarStartPerIp: [{ name: 'calendar_start.ip', limit: 120, windowSeconds: HOUR_SECONDS }],
  calendarConnectPerPerson: [{ name: 'calendar_connect.person', limit: 20, windowSeconds: HOUR_SECONDS }],
} satisfies Record<string, Limit[]>

export type Limits = Readonly<Record<keyof typeof production, readonly Limit[]>>

export function limitsFor({ limitFactor }: Pick<Env, 'limitFactor'>): Limits {
  const scaled = (limits: Limit[]) => limits.map((each) => ({ ...each, limit: each.limit * limitFactor }))
  return {
    signInPerIp: scaled(production.signInPerIp),
    accountExistsPerIp: scaled(production.accountExistsPerIp),
    accountExistsPerAddress: scaled(production.accountExistsPerAddress),
    signUpCodePerAddress: scaled(production.signUpCodePerAddress),
    changeCodePerAddress: scaled(production.changeCodePerAddress),
    linkPerAddress: scaled(production.linkPerAddress),
    resetPerAddressAndIp: scaled(production.resetPerAddressAndIp),
    resetTryPerAddressAndIp: scaled(production.resetTryPerAddressAndIp),
    codePerIp: scaled(production.codePerIp),
    codeTryPerIp: scaled(production.codeTryPerIp),
    signUpPerIp: scaled(production.signUpPerIp),
    googlePerIp: scaled(production.googlePerIp),
    confirmPerPerson: scaled(production.confirmPerPerson),
    secondFactorPerPerson: scaled(production.secondFactorPerPerson),
    exportPerPerson: scaled(production.exportPerPerson),
    clientErrorsPerIp: scaled(production.clientErrorsPerIp),
    refreshPerIp: scaled(production.refreshPerIp),
    linkPreviewPerPerson: scaled(production.linkPreviewPerPerson),
    chatSearchPerPerson: scaled(production.chatSearchPerPerson),
    chatGesturePerPerson: scaled(production.chatGesturePerPerson),
    videoCallPerPerson: scaled(production.videoCallPerPerson),
    videoEventPerPerson: scaled(production.videoEventPerPerson),
    videoPiecePerPerson: scaled(production.videoPiecePerPerson),
    matchChoicePerPerson: scaled(production.matchChoicePerPerson),
    gifSearchPerPerson: scaled(production.gifSearchPerPerson),
    assistantPerPerson: scaled(production.assistantPerPerson),
    helpMessagePerPerson: scaled(production.helpMessagePerPerson),
    reportPerPerson: scaled(production.reportPerPerson),
    reportWordsPerPerson: scaled(production.reportWordsPerPerson),
    uploadPerPerson: scaled(production.uploadPerPerson),
    calendarChangePerPerson: scaled(production.calendarChangePerPerson),
    calendarFeedPerAddress: scaled(production.calendarFeedPerAddress),
    calendarStartPerIp: scaled(production.calendarStartPerIp),
    calendarConnectPerPerson: scaled(production.calendarConnectPerPerson),
  }
}
