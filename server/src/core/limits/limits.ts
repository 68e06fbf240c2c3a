import type { Env } from '../env.ts'

/** So many within so long, counted from the first. */
export type Limit = { what: string; limit: number; windowSeconds: number }

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Every rate limit of the product. Of several lines the first that is passed refuses, and the later ones do not count it. */
const production = {
  /** A school may sit behind one address, so this only stops machines. */
  signInPerIp: [
    { what: 'sign_in.ip', limit: 60, windowSeconds: MINUTE },
    { what: 'sign_in.ip', limit: 300, windowSeconds: HOUR },
  ],
  /** Who guesses at one account is stopped where he sits, before he can lock its owner out elsewhere. */
  signInPerAccountAndIp: [{ what: 'sign_in.account_ip', limit: 20, windowSeconds: HOUR }],
  signInPerAccount: [{ what: 'sign_in.account', limit: 60, windowSeconds: HOUR }],
  refreshPerIp: [{ what: 'refresh.ip', limit: 300, windowSeconds: MINUTE }],
  linkPreviewPerPerson: [{ what: 'link_preview.person', limit: 60, windowSeconds: MINUTE }],
  /** What one person can fill of the disk, and keep the image workers busy with. */
  uploadPerPerson: [
    { what: 'upload.person', limit: 60, windowSeconds: MINUTE },
    { what: 'upload.person', limit: 300, windowSeconds: HOUR },
  ],
} satisfies Record<string, Limit[]>

export type Limits = Readonly<Record<keyof typeof production, readonly Limit[]>>

export function limitsFor({ limitFactor }: Pick<Env, 'limitFactor'>): Limits {
  const scaled = (lines: Limit[]) => lines.map((line) => ({ ...line, limit: line.limit * limitFactor }))
  return {
    signInPerIp: scaled(production.signInPerIp),
    signInPerAccountAndIp: scaled(production.signInPerAccountAndIp),
    signInPerAccount: scaled(production.signInPerAccount),
    refreshPerIp: scaled(production.refreshPerIp),
    linkPreviewPerPerson: scaled(production.linkPreviewPerPerson),
    uploadPerPerson: scaled(production.uploadPerPerson),
  }
}
