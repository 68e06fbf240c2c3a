import type { Env } from '../env.ts'

/** So many within so long, counted from the first. */
export type Limit = { what: string; limit: number; windowSeconds: number }

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Every rate limit of the product. Of several lines the first that is passed refuses, and the later ones do not count it. */
const production = {
  /** A school may sit behind one address, so this only stops machines. Who guesses at one account is stopped by its block. */
  signInPerIp: [
    { what: 'sign_in.ip', limit: 60, windowSeconds: MINUTE },
    { what: 'sign_in.ip', limit: 300, windowSeconds: HOUR },
  ],
  /** Asking who is registered is allowed by design, and so it is counted. */
  accountExistsPerIp: [
    { what: 'account_exists.ip', limit: 30, windowSeconds: MINUTE },
    { what: 'account_exists.ip', limit: 600, windowSeconds: HOUR },
  ],
  accountExistsPerAddress: [{ what: 'account_exists.address', limit: 30, windowSeconds: HOUR }],
  /** Mails someone can make us send, each purpose apart: nobody uses up what the owner of a mailbox needs for another. */
  signUpCodePerAddress: [{ what: 'sign_up_code.address', limit: 10, windowSeconds: DAY }],
  linkPerAddress: [{ what: 'link.address', limit: 10, windowSeconds: DAY }],
  /** By place as well: what strangers ask for elsewhere never stops the owner from getting in again. */
  resetPerAddressAndIp: [{ what: 'reset.address_and_ip', limit: 10, windowSeconds: DAY }],
  resetTryPerAddressAndIp: [{ what: 'reset_try.address_and_ip', limit: 20, windowSeconds: HOUR }],
  codePerIp: [{ what: 'code.ip', limit: 60, windowSeconds: HOUR }],
  /** Guesses at codes and links of any address from one place. */
  codeTryPerIp: [{ what: 'code_try.ip', limit: 120, windowSeconds: HOUR }],
  signUpPerIp: [{ what: 'sign_up.ip', limit: 60, windowSeconds: HOUR }],
  googlePerIp: [{ what: 'google.ip', limit: 120, windowSeconds: HOUR }],
  confirmPerPerson: [{ what: 'confirm.person', limit: 10, windowSeconds: HOUR }],
  secondFactorPerPerson: [{ what: 'second_factor.person', limit: 10, windowSeconds: HOUR }],
  exportPerPerson: [{ what: 'export.person', limit: 10, windowSeconds: DAY }],
  /** A page reports in batches and each failure once; a school may sit behind one address. */
  clientErrorsPerIp: [
    { what: 'client_errors.ip', limit: 20, windowSeconds: MINUTE },
    { what: 'client_errors.ip', limit: 200, windowSeconds: HOUR },
  ],
  refreshPerIp: [{ what: 'refresh.ip', limit: 300, windowSeconds: MINUTE }],
  linkPreviewPerPerson: [{ what: 'link_preview.person', limit: 60, windowSeconds: MINUTE }],
  chatSearchPerPerson: [{ what: 'chat_search.person', limit: 60, windowSeconds: MINUTE }],
  videoCallPerPerson: [
    { what: 'video_call.person', limit: 20, windowSeconds: MINUTE },
    { what: 'video_call.person', limit: 200, windowSeconds: HOUR },
  ],
  videoEventPerPerson: [{ what: 'video_event.person', limit: 60, windowSeconds: MINUTE }],
  videoPiecePerPerson: [{ what: 'video_piece.person', limit: 60, windowSeconds: MINUTE }],
  matchChoicePerPerson: [{ what: 'match_choice.person', limit: 30, windowSeconds: MINUTE }],
  gifSearchPerPerson: [{ what: 'gif_search.person', limit: 60, windowSeconds: MINUTE }],
  /** Each of these is paid for by the operator; beyond them the assistant answers from our own texts. */
  assistantPerPerson: [{ what: 'assistant.person', limit: 100, windowSeconds: DAY }],
  /** Someone in need may write in bursts; a machine writes on. */
  helpMessagePerPerson: [
    { what: 'help_message.person', limit: 20, windowSeconds: MINUTE },
    { what: 'help_message.person', limit: 200, windowSeconds: HOUR },
  ],
  /** What one person can fill of the disk, and keep the image workers busy with. */
  uploadPerPerson: [
    { what: 'upload.person', limit: 60, windowSeconds: MINUTE },
    { what: 'upload.person', limit: 300, windowSeconds: HOUR },
  ],
  /** Each change may be a notice and a mail to everybody in the mentorship. */
  calendarChangePerPerson: [
    { what: 'calendar_change.person', limit: 30, windowSeconds: MINUTE },
    { what: 'calendar_change.person', limit: 200, windowSeconds: HOUR },
  ],
  /** A calendar reads it every hour or so, on a few devices. */
  calendarFeedPerAddress: [{ what: 'calendar_feed.address', limit: 120, windowSeconds: HOUR }],
  /** Whoever begins leaves a row behind for ten minutes; whoever comes back has us ask a provider, perhaps with a password. */
  calendarStartPerIp: [{ what: 'calendar_start.ip', limit: 120, windowSeconds: HOUR }],
  calendarConnectPerPerson: [{ what: 'calendar_connect.person', limit: 20, windowSeconds: HOUR }],
} satisfies Record<string, Limit[]>

export type Limits = Readonly<Record<keyof typeof production, readonly Limit[]>>

export function limitsFor({ limitFactor }: Pick<Env, 'limitFactor'>): Limits {
  const scaled = (lines: Limit[]) => lines.map((line) => ({ ...line, limit: line.limit * limitFactor }))
  return {
    signInPerIp: scaled(production.signInPerIp),
    accountExistsPerIp: scaled(production.accountExistsPerIp),
    accountExistsPerAddress: scaled(production.accountExistsPerAddress),
    signUpCodePerAddress: scaled(production.signUpCodePerAddress),
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
    videoCallPerPerson: scaled(production.videoCallPerPerson),
    videoEventPerPerson: scaled(production.videoEventPerPerson),
    videoPiecePerPerson: scaled(production.videoPiecePerPerson),
    matchChoicePerPerson: scaled(production.matchChoicePerPerson),
    gifSearchPerPerson: scaled(production.gifSearchPerPerson),
    assistantPerPerson: scaled(production.assistantPerPerson),
    helpMessagePerPerson: scaled(production.helpMessagePerPerson),
    uploadPerPerson: scaled(production.uploadPerPerson),
    calendarChangePerPerson: scaled(production.calendarChangePerPerson),
    calendarFeedPerAddress: scaled(production.calendarFeedPerAddress),
    calendarStartPerIp: scaled(production.calendarStartPerIp),
    calendarConnectPerPerson: scaled(production.calendarConnectPerPerson),
  }
}
