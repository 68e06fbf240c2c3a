import { randomBytes, randomUUID } from 'node:crypto'
import type { UserType } from '@saathi/contract/accounts/entities'
import type { ListenerCtx } from '#core/ctx.ts'
import { issueLink } from '../codes/verification.ts'
import { signInExpiry } from '../sign-in/sign-in.ts'
import { insertRefreshToken, insertSignIn, updateSignInEnded } from '../sign-in/store.ts'
import { findDeclaration, findLegalVersions, insertConsents } from './store.ts'

/** A made-up person of the demo, whose row exists. */
export type DemoEntry = {
  personId: number
  email: string
  firstName: string
  language: string
  part: UserType
  joinedAt: Date
  /** Null if they were invited and never came. */
  lastSeenAt: Date | null
  isDisabled: boolean
}

/** Inserts the rows that sign-up, agreeing to the terms and signing in would create, or for invited people the mailed link. */
export async function insertDemoEntries(ctx: ListenerCtx, entries: readonly DemoEntry[]): Promise<void> {
  const { db } = ctx
  const { terms, privacy, conduct } = await findLegalVersions(db)
  const declarations = {
    Mentee: await findDeclaration(db, 'Mentee', ''),
    Mentor: await findDeclaration(db, 'Mentor', ''),
  }
  for (const { personId, part, joinedAt, lastSeenAt, isDisabled, ...invited } of entries) {
    if (lastSeenAt === null) {
      await issueLink(ctx, { personId, address: invited.email, name: invited.firstName, language: invited.language })
      continue
    }
    const consent = { personId, givenAt: joinedAt }
    const declaration = declarations[part]
    await insertConsents(db, [
      ...(declaration ? [{ ...consent, kind: 'declaration' as const, version: declaration.version }] : []),
      { ...consent, kind: 'terms', version: terms },
      { ...consent, kind: 'privacy', version: privacy },
      { ...consent, kind: 'conduct', version: conduct },
    ])
    const signInId = randomUUID()
    const { signIn, refreshToken } = signInExpiry(lastSeenAt)
    await insertSignIn(db, { id: signInId, personId, device: 'Android', now: lastSeenAt, expiresAt: signIn })
    // Nobody knows the token that this would be the hash of.
    await insertRefreshToken(db, { hash: randomBytes(32), signInId, now: lastSeenAt, expiresAt: refreshToken })
    if (isDisabled) await updateSignInEnded(db, signInId, 'disabled', lastSeenAt)
  }
}
