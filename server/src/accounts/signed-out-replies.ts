import type { MessageValues } from '@saathi/contract/core/message'
import type { TextKey, RefusalCode } from '@saathi/contract/texts'
import { preferredLanguages } from '#core/http/accept-language.ts'
import type { Db } from '#core/ctx.ts'
import { phraseFor, Refusal } from '#core/errors.ts'
import { findText } from '#core/texts.ts'
import { findActiveLanguages } from './store.ts'

/** Translates a reply for a person without an account; the language is resolved on first use. */
export type Translate = (key: TextKey, values?: MessageValues) => Promise<string>

export function translatorFor(db: Db, acceptLanguage: string): Translate {
  let language: Promise<string> | undefined
  return async (key, values) => {
    language ??= resolveLanguage(db, acceptLanguage)
    return findText(await language)(key, values)
  }
}

/** The first requested language that is active, then the browser's, then the product's default. */
export async function resolveLanguage(
  db: Db,
  acceptLanguage: string,
  ...requested: readonly (string | undefined)[]
): Promise<string> {
  const active = await findActiveLanguages(db)
  const candidates = [...requested.flatMap((code) => code ?? []), ...preferredLanguages(acceptLanguage)]
  const found = candidates.flatMap((candidate) => {
    const [base = ''] = candidate.split('-')
    return active.find(({ code }) => code === candidate) ?? active.find(({ code }) => code === base) ?? []
  })
  return found[0]?.code ?? active.find(({ isDefault }) => isDefault)?.code ?? 'en'
}

/** For the forms of signed-out people, which also read the text from `non_field_errors`. */
export const refuseForm = (status: Refusal['status'], code: RefusalCode, details: { retryAfterSeconds?: number } = {}) =>
  new Refusal(status, code, { ...details, nonFieldErrors: [phraseFor(code)] })
