import type { MessageValues } from '@saathi/contract/core/message'
import type { TextKey } from '@saathi/contract/texts'
import type { Db } from '#core/ctx.ts'
import { findText } from '#core/texts.ts'
import { wantedLanguages } from './accept-language.ts'
import { findActiveLanguages } from './language-store.ts'

/** What a person without an account is answered with; asked for a text it first finds out in which language. */
export type Say = (key: TextKey, values?: MessageValues) => Promise<string>

export function sayTo(db: Db, acceptLanguage: string, ...wished: readonly (string | undefined)[]): Say {
  let language: Promise<string> | undefined
  return async (key, values) => {
    language ??= answerLanguage(db, acceptLanguage, ...wished)
    return findText(await language)(key, values)
  }
}

/** The first wish that is an active language, then what the browser asks for, then the product's default. */
export async function answerLanguage(
  db: Db,
  acceptLanguage: string,
  ...wished: readonly (string | undefined)[]
): Promise<string> {
  const active = await findActiveLanguages(db)
  const wishes = [...wished.flatMap((code) => code ?? []), ...wantedLanguages(acceptLanguage)]
  const found = wishes.flatMap((wish) => {
    const [base = ''] = wish.split('-')
    return active.find(({ code }) => code === wish) ?? active.find(({ code }) => code === base) ?? []
  })
  return found[0]?.code ?? active.find(({ isDefault }) => isDefault)?.code ?? 'en'
}
